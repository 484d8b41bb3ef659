/** Starts the module of the physics engine: the host brings it, compiled where the host compiles nothing itself. */

type Program = WebAssembly.Module | BufferSource;

let physicsModule: Program | undefined;
let memory: WebAssembly.Memory | undefined;

export const setPhysicsModule = (given: Program): void => {
  physicsModule = given;
};

/** That of the engine, once it has been started. */
export const getEngineMemory = (): WebAssembly.Memory | undefined => memory;

/** What the engine calls in the place of `WebAssembly.instantiate`. */
export const instantiate = async (
  _: unknown,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> => {
  if (!physicsModule) throw new Error('The physics engine was given no module.');
  const instance =
    physicsModule instanceof WebAssembly.Module
      ? new WebAssembly.Instance(physicsModule, imports)
      : (await WebAssembly.instantiate(physicsModule, imports)).instance;
  memory = instance.exports.memory as WebAssembly.Memory;
  return instance;
};

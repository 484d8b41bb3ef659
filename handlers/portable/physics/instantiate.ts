/**
 * Starts the WebAssembly module of the physics engine. The host passes it, compiled if the host can't compile it
 * itself.
 */

type Program = WebAssembly.Module | BufferSource;

let physicsModule: Program | undefined;
let memory: WebAssembly.Memory | undefined;

export const setPhysicsModule = (program: Program): void => {
  physicsModule = program;
};

/** Returns the memory of the engine once it has started. */
export const getEngineMemory = (): WebAssembly.Memory | undefined => memory;

/** Replaces `WebAssembly.instantiate` for the engine. */
export const instantiate = async (
  _: unknown,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> => {
  if (!physicsModule) throw new Error('The physics engine got no module.');
  const instance =
    physicsModule instanceof WebAssembly.Module
      ? new WebAssembly.Instance(physicsModule, imports)
      : (await WebAssembly.instantiate(physicsModule, imports)).instance;
  memory = instance.exports.memory as WebAssembly.Memory;
  return instance;
};

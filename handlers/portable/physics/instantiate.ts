/**
 * Starts the physics engine's WebAssembly module. The host passes the program as bytes, or as a compiled module if the
 * host can't compile bytes itself.
 */

type Program = WebAssembly.Module | BufferSource;

let physicsModule: Program | undefined;
let memory: WebAssembly.Memory | undefined;

export const setPhysicsModule = (program: Program): void => {
  physicsModule = program;
};

export const getEngineMemory = (): WebAssembly.Memory | undefined => memory;

/** Replaces `WebAssembly.instantiate` in the engine's code. */
export const instantiate = async (
  _: unknown,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> => {
  if (!physicsModule) throw new Error('The physics engine got no module.');
  const instance =
    physicsModule instanceof WebAssembly.Module
      ? new WebAssembly.Instance(physicsModule, imports)
      : (await WebAssembly.instantiate(physicsModule, imports)).instance;
  const { memory: exported } = instance.exports;
  if (exported instanceof WebAssembly.Memory) memory = exported;
  return instance;
};

/** Starts the module of the physics engine: the host brings it, compiled where the host compiles nothing itself. */

type Program = WebAssembly.Module | BufferSource;

let program: Program | undefined;
let memory: WebAssembly.Memory | undefined;

export const useProgram = (given: Program): void => {
  program = given;
};

/** That of the engine, once it has been started. */
export const engineMemory = (): WebAssembly.Memory | undefined => memory;

/** What the engine calls in the place of `WebAssembly.instantiate`. */
export const instantiate = async (
  _: unknown,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> => {
  if (!program) throw new Error('The physics engine was given no module.');
  const instance =
    program instanceof WebAssembly.Module
      ? new WebAssembly.Instance(program, imports)
      : (await WebAssembly.instantiate(program, imports)).instance;
  memory = instance.exports.memory as WebAssembly.Memory;
  return instance;
};

// biome-ignore lint/style/noRestrictedImports: the file of the engine, which is the same in every run
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { createContext, runInContext } from 'node:vm';

export type Rapier = typeof import('@dimforge/rapier3d-simd-compat');

/** Returns the location of the engine's file. In `dist`, the file is next to the modules. */
const getEngineUrl = (): string | URL =>
  import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@dimforge/rapier3d-simd-compat')
    : new URL('./physics-engine.cjs', import.meta.url);

/**
 * Splits the engine's program into its script and its embedded WebAssembly module. The module takes up nearly all of
 * the text, and the engine's own decoder would need a second to decode it.
 */
const splitProgram = (program: string): { readonly script: string; readonly module: Buffer } => {
  // Every WebAssembly module starts with these characters in base64.
  const start = program.indexOf('"AGFzbQ') + 1;
  const end = program.indexOf('"', start);
  if (start === 0 || end < 0) throw new Error('The physics engine contains no WebAssembly module.');
  return {
    script: program.slice(0, start) + program.slice(end),
    module: Buffer.from(program.slice(start, end), 'base64'),
  };
};

/**
 * Compiles a module without tiering. With tiering, the optimizing compiler would recompile the engine again and again,
 * which would use 290 MB instead of 130 MB without making steps faster. The flags stay set for the process, because
 * functions are compiled at their first call; the only other WebAssembly in Node is a small parser.
 */
const compileModule = (bytes: Buffer): WebAssembly.Module => {
  // The first flag implies the others only when it is set on the command line.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag);
  return new WebAssembly.Module(new Uint8Array(bytes));
};

export interface LoadedRapier {
  readonly engine: Rapier;
  readonly memory: WebAssembly.Memory;
}

/** Loads the physics engine synchronously, which takes 0.1 s and 30 MB. */
export const loadRapier = (): LoadedRapier => {
  const { script, module: bytes } = splitProgram(readFileSync(getEngineUrl(), 'latin1'));
  const module = compileModule(bytes);
  // The engine can only be started with a promise, but everything it awaits is available immediately. A context with
  // its own microtask queue runs all pending microtasks before `runInContext` returns, so the engine is ready by then.
  const context = createContext(
    {
      exports: {},
      ready: false,
      console,
      TextDecoder,
      TextEncoder,
      performance: { now: () => 0 },
      WebAssembly: {
        Instance: WebAssembly.Instance,
        instantiate(_bytes: unknown, imports: WebAssembly.Imports) {
          context.instance = new WebAssembly.Instance(module, imports);
          return context.instance;
        },
      },
    },
    { microtaskMode: 'afterEvaluate' },
  );
  const start = 'exports.init().then(() => { ready = true; });';
  runInContext(`${script}\n${start}`, context, { filename: 'physics-engine.cjs' });
  if (context.ready !== true) throw new Error('The physics engine did not start.');
  const { memory } = (context.instance as WebAssembly.Instance).exports;
  return { engine: context.exports as Rapier, memory: memory as WebAssembly.Memory };
};

// biome-ignore lint/style/noRestrictedImports: the engine's own file, which is the same in every run
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { createContext, runInContext } from 'node:vm';

/** What the engine offers. */
export type Rapier = typeof import('@dimforge/rapier3d-simd-compat');

/** In `dist` the engine's file lies beside every other one. */
const getEngineUrl = (): string | URL =>
  import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@dimforge/rapier3d-simd-compat')
    : new URL('./physics-engine.cjs', import.meta.url);

/**
 * The engine's program without the module in it, and the module: as text it is nearly all of the program, and the
 * engine's own decoder takes a second for it.
 */
const splitProgram = (program: string): { readonly script: string; readonly module: Buffer } => {
  // How every module begins, in base64.
  const start = program.indexOf('"AGFzbQ') + 1;
  const end = program.indexOf('"', start);
  if (start === 0 || end < 0) throw new Error('The physics engine holds no module.');
  return {
    script: program.slice(0, start) + program.slice(end),
    module: Buffer.from(program.slice(start, end), 'base64'),
  };
};

/**
 * Without these the optimising compiler goes over the engine again and again: 290 MB rather than 130, for steps that take
 * as long. They hold for the process from here on, for functions are compiled when they are first called; all else that
 * Node itself has in WebAssembly is a small parser.
 */
const compileModule = (bytes: Buffer): WebAssembly.Module => {
  // The first implies the others only where it stands on the command line.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag);
  return new WebAssembly.Module(new Uint8Array(bytes));
};

export interface LoadedRapier {
  readonly engine: Rapier;
  readonly memory: WebAssembly.Memory;
}

/** Brings the physics engine in, at once: it takes a tenth of a second and 30 MB. */
export const loadRapier = (): LoadedRapier => {
  const { script, module: bytes } = splitProgram(readFileSync(getEngineUrl(), 'latin1'));
  const module = compileModule(bytes);
  // The engine only offers a promise to be ready. What it awaits is there at once, and a context with a queue of
  // its own has emptied that when the script has run.
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

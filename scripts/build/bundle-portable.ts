/** Bundles the service for hosts that provide the Fetch API, without any of Node's built-in modules. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { lazy } from '../../spec/lazy.ts';
import { type OperationSpec, splitRoute } from '../../spec/contract/operation-spec.ts';
import { operations } from '../../spec/rest/index.ts';
import { serviceWorkerFile } from '../../handlers/viewers/live/local/worker-messages.ts';
import { englishLocalePlugin, headlessThreePlugin, mcpWithoutValidatorPlugin } from './esbuild-plugins.ts';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import type { FetchModule } from '../../handlers/portable/api.ts';

const root = new URL('../..', import.meta.url).pathname;
const shimFolder = 'handlers/portable/shims';
const bundleFile = 'fetch.js';

/** Replacements for Node's modules, which contain only what the service uses. */
const nodeShims: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto.ts',
  'node:net': 'net.ts',
  'node:path': 'path.ts',
  'node:util': 'util.ts',
  'node:zlib': 'zlib.ts',
};

/**
 * Replacements for modules that read a neighboring file on Node. In the bundle, the bundle itself or the host provides
 * the file's content.
 */
const fileShims: Readonly<Record<string, string>> = {
  'runtime/nodes/string/regex-engine.ts': 'regex-engine.ts',
  'runtime/scene/assets/models/load-draco-files.ts': 'load-draco.ts',
  'runtime/scene/physics/load-rapier.ts': 'load-rapier.ts',
  'runtime/scene/text/load-typeface.ts': 'load-typeface.ts',
};

const nodeShimPlugin: Plugin = {
  name: 'without-node',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path }) => {
      const shim = nodeShims[path];
      return shim === undefined
        ? { errors: [{ text: `${path} has no replacement in ${shimFolder}` }] }
        : { path: resolve(root, shimFolder, shim) };
    });
    onLoad({ filter: /\/runtime\/.*\.ts$/ }, ({ path }) => {
      const shim = fileShims[relative(root, path)];
      if (shim === undefined) return undefined;
      return { contents: `export * from '${resolve(root, shimFolder, shim)}';` };
    });
  },
};

/** Globals that compiled programs use to detect their host and to find files and modules. */
const hostGlobals = [
  ...['process', 'require', 'Buffer', '__filename', '__dirname'],
  ...['window', 'importScripts', 'document'],
];

/**
 * Isolates two programs that were compiled to JavaScript. They modify the global object, and expect more from a host
 * that looks like Node than the bundle offers. Therefore, each program receives its own global object, in which it
 * detects no host.
 */
const isolateCompiledProgramsPlugin: Plugin = {
  name: 'compiled-programs',
  setup({ onLoad }) {
    onLoad({ filter: /(gltf_validator\.dart|draco_decoder_gltf_nodejs)\.js$/ }, async ({ path }) => ({
      contents: `(function (globalThis, ${hostGlobals.join(', ')}) {
${await readFile(path, 'utf8')}
})(Object.create(globalThis));`,
    }));
  },
};

/** esbuild options for code that runs on all hosts. */
export const portableBuildOptions = {
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  inject: [resolve(root, shimFolder, 'buffer.ts')],
  // The service shares no memory between threads. SharedArrayBuffer needs special headers in browsers and is missing on
  // some hosts.
  define: { SharedArrayBuffer: 'ArrayBuffer' },
  loader: { '.wasm': 'binary' },
  // Uses the validator's Node module, because its browser module has no default export.
  alias: { 'gltf-validator': resolve(root, 'node_modules/gltf-validator/index.js') },
  plugins: [
    nodeShimPlugin,
    isolateCompiledProgramsPlugin,
    englishLocalePlugin,
    headlessThreePlugin,
    mcpWithoutValidatorPlugin,
  ],
} as const satisfies BuildOptions;

/** Builds the bundle only once, and returns the same result to all callers. */
const bundleOnce = lazy(() =>
  build({
    ...portableBuildOptions,
    entryPoints: [resolve(root, 'handlers/portable/index.ts')],
    write: false,
  }),
);

/**
 * Writes the bundle into a folder.
 * @returns the metafile of the build
 */
const writeBundle = async (folder: string): Promise<Metafile> => {
  const { metafile, outputFiles } = await bundleOnce();
  await mkdir(folder, { recursive: true });
  for (const { contents } of outputFiles) await writeFile(join(folder, bundleFile), contents);
  return metafile;
};

/** Writes the files that a page needs to run its own scene: the bundle and the service worker that loads it. */
export const writeLocalScene = async (folder: string): Promise<readonly string[]> => {
  await writeBundle(folder);
  await build({
    ...portableBuildOptions,
    inject: [],
    plugins: [siblingBundlePlugin],
    entryPoints: { 'service-worker': resolve(root, 'handlers/portable/local/service-worker.ts') },
    outdir: folder,
  });
  return [bundleFile, serviceWorkerFile];
};

/** Keeps the bundle as a separate file in the same folder as the service worker. */
const siblingBundlePlugin: Plugin = {
  name: 'bundle-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: `./${bundleFile}`, external: true }));
  },
};

const physicsEnginePath = 'node_modules/@dimforge/rapier3d-simd-compat/dist/rapier.mjs';

/** Splits the physics engine into its script and its embedded WebAssembly module. */
const readPhysicsEngine = async (): Promise<{ readonly script: string; readonly module: Buffer }> => {
  const program = await readFile(resolve(root, physicsEnginePath), 'latin1');
  // AGFzbQ is the magic number of WebAssembly modules in base64.
  const start = program.indexOf('"AGFzbQ') + 1;
  const end = program.indexOf('"', start);
  if (start === 0 || end < 0) throw new Error('The physics engine embeds no WebAssembly module.');
  const script = (program.slice(0, start) + program.slice(end)).replaceAll(
    'WebAssembly.instantiate(',
    'instantiate(',
  );
  const starter = resolve(root, 'handlers/portable/physics/instantiate.ts');
  return {
    script: `import { instantiate } from '${starter}';\n${script}`,
    module: Buffer.from(program.slice(start, end), 'base64'),
  };
};

const writePhysics = async (folder: string): Promise<void> => {
  const { script, module } = await readPhysicsEngine();
  const excludeStartupPlugin: Plugin = {
    name: 'started-by-host',
    setup({ onLoad }) {
      onLoad({ filter: /rapier\.mjs$/ }, () => ({ contents: script }));
    },
  };
  await build({
    ...portableBuildOptions,
    inject: [],
    plugins: [excludeStartupPlugin],
    entryPoints: { 'fetch-physics': resolve(root, 'handlers/portable/physics/index.ts') },
    outdir: folder,
  });
  await writeFile(join(folder, 'fetch-physics.wasm'), module);
};

/** esbuild options for the module shared by the functions for single operations. */
const sharedBuildOptions = {
  ...portableBuildOptions,
  entryPoints: { scene: resolve(root, 'handlers/portable/shared-scene.ts') },
  inject: [],
} as const satisfies BuildOptions;

/** Writes the bundle, its types, and the functions for single operations into a folder. */
export const bundlePortable = async (folder: string): Promise<Metafile> => {
  const metafile = await writeBundle(folder);
  await writePhysics(folder);
  await writeTypes(join(folder, 'fetch'));
  await writeFunctions(join(folder, 'handlers'));
  return metafile;
};

const publicTypes = ['handlers/portable/api.ts', 'runtime/shared/file-store.ts'];

const exportedTypes = [
  ...['createScene', 'createHostSocket'],
  ...['createDirectoryStore', 'createKeyValueStore', 'createMemoryStore'],
] as const satisfies readonly (keyof FetchModule)[];

/** Writes the public type declarations, which refer to no other project file and to no package. */
const writeTypes = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of await generateDeclarations(publicTypes))
    await writeFile(join(folder, name), text.replace("'#runtime/shared/file-store.ts'", "'./file-store.js'"));
  const values = exportedTypes.map((name) => `export declare const ${name}: FetchModule['${name}'];`);
  const lines = [
    "import type { FetchModule } from './api.js';",
    "export type * from './api.js';",
    "export type { FileStore, KeyValueTable } from './file-store.js';",
    ...values,
  ];
  await writeFile(
    join(folder, 'physics.d.ts'),
    "import type { LoadPhysics } from './api.js';\nexport declare const loadPhysics: LoadPhysics;\n",
  );
  await writeFile(join(folder, 'index.d.ts'), `${lines.join('\n')}\n`);
};

/** Returns the declarations of modules, keyed by file name. */
export const generateDeclarations = async (
  paths: readonly string[],
): Promise<readonly [string, string][]> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-types-'));
  try {
    const options = ['--ignoreConfig', '--rootDir', '.', '--target', 'es2022', '--noCheck', '--noResolve'];
    const output = ['--declaration', '--emitDeclarationOnly', '--outDir', folder];
    const compiler = join(root, 'node_modules/.bin/tsc');
    const tsc = spawnSync(compiler, [...options, ...output, ...paths], { cwd: root, encoding: 'utf8' });
    if (tsc.status !== 0) throw new Error(`The types of the bundle can't be generated:\n${tsc.stdout}`);
    const files = paths.map((path) => path.replace(/\.ts$/, '.d.ts'));
    return await Promise.all(
      files.map(
        async (file): Promise<[string, string]> => [
          basename(file),
          await readFile(join(folder, file), 'utf8'),
        ],
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Writes one module per operation, and a list of these modules by route. */
const writeFunctions = async (folder: string): Promise<void> => {
  await build({ ...sharedBuildOptions, outdir: folder });
  const manifest = Object.entries<OperationSpec>(operations).map(([operation, { route, tier }]) => ({
    ...{ operation, ...splitRoute(route), file: `${operation}.js`, tier: tier ?? 'gated' },
  }));
  for (const { operation, file } of manifest) {
    const text = `import { functionOf } from './scene.js';\nexport default functionOf('${operation}');\n`;
    await writeFile(join(folder, file), text);
  }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

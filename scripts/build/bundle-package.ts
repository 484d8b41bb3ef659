/**
 * Bundles everything in `dist`: the command line with all its dependencies, the typed client with its types, and the
 * pages.
 */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { createReferenceFiles } from '../../handlers/viewers/built-page-assets.ts';
import { referenceFileNames } from '../../handlers/viewers/page-file-types.ts';
import { clientBuild, pinnedBuild, writeClientTypes } from './build-client-package.ts';
import { bundleLivePage } from './bundle-live-page.ts';
import { bundlePortable } from './bundle-portable.ts';
import { bundleSdk } from './bundle-sdk.ts';
import { englishLocalePlugin, headlessThreePlugin, mcpWithoutValidatorPlugin } from './esbuild-plugins.ts';

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Collects the licences and notices of all third-party code in the package, as the licences require.
 * @param copied the folders of packages whose files are copied without bundling
 * @param others notices of code that is in no package
 */
const collectThirdPartyNotices = async (
  inputs: Metafile['inputs'],
  copied: readonly string[],
  others: readonly string[],
): Promise<string> => {
  const bundled = Object.keys(inputs).flatMap((path) => packageFolder.exec(path)?.[1] ?? []);
  const folders = new Set([...bundled, ...copied]);
  const notices = await Promise.all([...folders].sort().map(readNotice));
  return [...notices, ...others].join(`\n${'-'.repeat(80)}\n\n`);
};

const readNotice = async (folder: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const text = texts.join('\n') || 'The package contains no licence text.\n';
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}`;
};

const entryPoints = {
  'bench-child': 'bench/child/main.ts',
  'asset-worker': 'runtime/scene/assets/asset-worker.ts',
  'layout-worker': 'handlers/controller/layout/layout-worker.ts',
  'process-watchdog': 'runtime/devices/processes/watchdog.js',
  'picture-worker': 'runtime/scene/rendering/render-worker.ts',
};

/** The command `serve` is a single script, so that its compiled code can be cached. */
const serveScript = { name: 'serve.cjs', path: 'scripts/cli/serve.ts' };

/** Scripts in the same folder as `serve.cjs` that the service loads only for agents and relays. */
const siblingScripts = [
  { name: 'agents.cjs', path: 'handlers/mcp/agent-entry.ts' },
  { name: 'nats.cjs', path: 'handlers/broker/nats/nats-service-broker.ts' },
] as const;

const loadSiblingScriptsPlugin: Plugin = {
  name: 'loads-beside',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      const sibling = siblingScripts.find((script) => basename(script.path) === basename(path));
      return sibling && kind === 'dynamic-import' ? { path: `./${sibling.name}`, external: true } : undefined;
    });
  },
};

/**
 * Replaces graceful-fs with Node's own `fs`. The project lock only creates, touches and removes a folder, and
 * graceful-fs passes such calls to Node unchanged. The replacement reduces the CPU time of a start from 346 to 336 ms
 * on a busy machine.
 */
const plainFsPlugin: Plugin = {
  name: 'plain-files',
  setup({ onResolve }) {
    onResolve({ filter: /^graceful-fs$/ }, () => ({ path: 'node:fs', external: true }));
  },
};

/** Keeps dynamically imported modules as separate files in the same folder as the importing file. */
const loadSiblingsPlugin: Plugin = {
  name: 'loaded-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/ts$/, 'js'), external: true } : undefined,
    );
  },
};

/** esbuild options for code that runs on Node. */
export const nodeBuild = {
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Chunks are in the same folder as the entry points, so that paths relative to a module are the same in all of them.
  chunkNames: '[name]-[hash]',
  // Minified code is a fifth smaller, so each start reads less.
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [englishLocalePlugin, headlessThreePlugin, plainFsPlugin],
  // Defines require(), which ws and other packages call for Node's built-in modules.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
} as const satisfies BuildOptions;

/**
 * The Node options adapted to a CommonJS script. The script's first line must enable strict mode, which modules have by
 * default.
 */
const scriptBuild = {
  ...nodeBuild,
  splitting: false,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `'use strict'; const moduleUrl = require('node:url').pathToFileURL(__filename).href;` },
} as const satisfies BuildOptions;

/**
 * Packages whose files are copied instead of bundled: the reference page, the physics and regular expression engines,
 * the plotter, and the model decoder.
 */
const copiedPackages = [
  'node_modules/swagger-ui-dist',
  'node_modules/@dimforge/rapier3d-simd-compat',
  'node_modules/re2js',
  'node_modules/uplot',
  'node_modules/draco3dgltf',
] as const;
const [viewer, physicsEngine, regexEngine, plotter, decoder] = copiedPackages;

const typefaceFolder = 'runtime/scene/assets/fonts';

type NameOptions = Pick<BuildOptions, 'minify' | 'minifySyntax' | 'minifyWhitespace'>;

/** Keeps function names readable in profiles. The code is otherwise unchanged. */
export const readableNameOptions = {
  minify: false,
  minifySyntax: true,
  minifyWhitespace: true,
} as const satisfies NameOptions;

/**
 * Writes the complete build into an empty folder.
 * @param names how functions are named in code for Node; minified by default
 * @returns the files that refer to files with a hash in their names; the command line comes last
 */
export const bundlePackage = async (folder: string, names: NameOptions = {}): Promise<readonly string[]> => {
  const commandLine = await bundleCommandLine(join(folder, 'cli.js'), names);
  const commands = listDynamicImports(commandLine);
  const bundled = [
    commandLine,
    // Each script is built separately, because a shared chunk would be one more file to find and open at each start.
    ...(await Promise.all(
      Object.entries(entryPoints).map(([name, path]) => bundleEntryPoints({ [name]: path }, folder, names)),
    )),
    await bundleEntryPoints(
      Object.fromEntries(commands.map((name) => [name, `scripts/cli/${name}.ts`])),
      folder,
      names,
    ),
    await bundleScript(serveScript, folder, names),
    ...(await Promise.all(siblingScripts.map((script) => bundleScript(script, folder, names)))),
  ];
  await build({ ...clientBuild, outdir: folder });
  await build({ ...pinnedBuild, outdir: folder });
  await writeClientTypes(join(folder, 'client'));
  await writeReferencePage(join(folder, 'reference'));
  await copyLazyFiles(folder);
  const page = await bundleLivePage(join(folder, 'live'));
  const portable = await bundlePortable(folder);
  const sdk = await bundleSdk(folder, { ...nodeBuild, ...names });
  const inputs = Object.assign(
    {},
    page.inputs,
    portable.inputs,
    ...sdk.map(({ inputs }) => inputs),
    ...bundled.map((script) => script.inputs),
  ) as Metafile['inputs'];
  const typefaceNotice = `DejaVu Sans\n\n${await readFile(join(typefaceFolder, 'LICENSE'), 'utf8')}`;
  await writeFile(
    join(folder, 'THIRD-PARTY-NOTICES.txt'),
    await collectThirdPartyNotices(inputs, copiedPackages, [typefaceNotice]),
  );
  return [
    serveScript.name,
    ...siblingScripts.map(({ name }) => name),
    ...page.entries.map((name) => join('live', name)),
    ...[...Object.keys(entryPoints), ...commands, 'cli'].map((name) => `${name}.js`),
  ];
};

const bundleEntryPoints = async (
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
  names: NameOptions,
): Promise<Metafile> => (await build({ ...nodeBuild, ...names, entryPoints, outdir })).metafile;

/**
 * Bundles the command line into one file, because sharing code with its commands through six chunks took 11 of the 160
 * ms of CPU time for `--version`.
 */
const bundleCommandLine = async (outfile: string, names: NameOptions): Promise<Metafile> => {
  const plugins = [...nodeBuild.plugins, loadSiblingsPlugin];
  const entryPoints = ['scripts/cli/cli.ts'];
  return (await build({ ...nodeBuild, ...names, splitting: false, plugins, entryPoints, outfile })).metafile;
};

/** Returns the names of the files that a built file imports dynamically. */
const listDynamicImports = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => (kind === 'dynamic-import' ? basename(path, '.js') : [])),
  );

/** Writes a script in pure ASCII, because V8 then needs half the memory for the script's source. */
const bundleScript = async (
  { name, path }: { readonly name: string; readonly path: string },
  folder: string,
  names: NameOptions,
): Promise<Metafile> => {
  const { metafile, outputFiles } = await build({
    ...scriptBuild,
    ...names,
    plugins: [...scriptBuild.plugins, loadSiblingScriptsPlugin, mcpWithoutValidatorPlugin],
    entryPoints: [path],
    outfile: join(folder, name),
    write: false,
  });
  for (const { path, text } of outputFiles) await writeFile(path, escapeNonAscii(text));
  return metafile;
};

/** Escapes the non-ASCII characters that esbuild leaves in regular expressions and tagged templates. */
const escapeNonAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Copies files that are read on first use, so that no start has to parse them: the 4 MB physics engine (for the first
 * body), the regular expression engine (first expression), the font outlines (first text), the decoder (first
 * Draco-compressed model), and the plotter (benchmark report page).
 */
export const copyLazyFiles = async (folder: string): Promise<void> => {
  await copyFile(join(physicsEngine, 'dist/rapier.cjs'), join(folder, 'physics-engine.cjs'));
  await copyFile(join(regexEngine, 'build/index.cjs'), join(folder, 'regex-engine.cjs'));
  await copyFile(join(typefaceFolder, 'dejavu-sans.json'), join(folder, 'dejavu-sans.json'));
  await copyFile(join(decoder, 'draco_decoder_gltf_nodejs.js'), join(folder, 'draco-decoder.cjs'));
  await copyFile(join(decoder, 'draco_decoder_gltf.wasm'), join(folder, 'draco-decoder.wasm'));
  for (const name of ['uPlot.iife.min.js', 'uPlot.min.css'])
    await copyFile(join(plotter, 'dist', name), join(folder, name));
};

/** Writes the files of the reference page. No module imports them, so the bundler doesn't include them. */
const writeReferencePage = async (folder: string): Promise<void> => {
  const referenceFile = createReferenceFiles();
  await mkdir(folder);
  for (const name of referenceFileNames) {
    await writeFile(join(folder, name), (await referenceFile(name)).text);
  }
  const licences = 'swagger-ui-bundle.js.LICENSE.txt';
  await copyFile(join(viewer, licences), join(folder, licences));
};

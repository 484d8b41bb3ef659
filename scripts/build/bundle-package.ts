/** What is built: the command line with everything beneath it, the typed client with its types, the reference page. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { createReferenceFiles } from '../../handlers/viewers/swagger-ui-files.ts';
import { referenceFileNames } from '../../handlers/viewers/page-assets.ts';
import { clientBuild, pinnedBuild, writeClientTypes } from './build-client-package.ts';
import { bundleLivePage } from './bundle-live-page.ts';
import { collectThirdPartyNotices } from './third-party-notices.ts';
import { englishLocalePlugin, headlessThreePlugin, mcpWithoutValidatorPlugin } from './esbuild-plugins.ts';
import { bundlePortable } from './bundle-portable.ts';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';

const entryPoints = {
  'bench-child': 'bench/child/main.ts',
  'layout-worker': 'runtime/controller/layout/layout-worker.ts',
  'process-watchdog': 'runtime/devices/processes/watchdog.js',
  'picture-worker': 'runtime/scene/rendering/render-worker.ts',
};

/** The command `serve`, in one script of which the compiled form can be kept. */
const serveScript = { name: 'serve.cjs', path: 'scripts/cli/serve.ts' };

/** What the service loads for agents and for relays, in scripts of their own beside it. */
const siblingScripts = [
  { name: 'agents.cjs', path: 'handlers/mcp/agent-entry.ts' },
  { name: 'nats.cjs', path: 'handlers/broker/nats/nats-service-broker.ts' },
] as const;

const loadSiblingScriptsPlugin: Plugin = {
  name: 'loads-beside',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      const beside = siblingScripts.find((one) => basename(one.path) === basename(path));
      return beside && kind === 'dynamic-import' ? { path: `./${beside.name}`, external: true } : undefined;
    });
  },
};

/**
 * The lock of a project makes, touches and removes a folder, which graceful-fs leaves to Node as it is; without it
 * a start takes 336 instead of 346 ms of CPU beside other work.
 */
const plainFsPlugin: Plugin = {
  name: 'plain-files',
  setup({ onResolve }) {
    onResolve({ filter: /^graceful-fs$/ }, () => ({ path: 'node:fs', external: true }));
  },
};

/** Files that are built by themselves, and stand beside what loads them. */
const loadSiblingsPlugin: Plugin = {
  name: 'loaded-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/ts$/, 'js'), external: true } : undefined,
    );
  },
};

/** How what runs on Node is bundled. */
export const nodeBuild = {
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Beside the entry points, so that paths relative to a module are the same in all of them.
  chunkNames: '[name]-[hash]',
  // A fifth less to read at each start.
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [englishLocalePlugin, headlessThreePlugin, plainFsPlugin],
  // ws and others still call require() for Node's own modules.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
} as const satisfies BuildOptions;

/** The same as a CommonJS script, where modules are strict by their first line alone. */
const scriptBuild = {
  ...nodeBuild,
  splitting: false,
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `'use strict'; const moduleUrl = require('node:url').pathToFileURL(__filename).href;` },
} as const satisfies BuildOptions;

/** Packages of which files go along without being bundled: the reference page, the physics engine, that of regular expressions, the plotter, the outlines of a font, the decoder of models. */
const copiedPackages = [
  'node_modules/swagger-ui-dist',
  'node_modules/@dimforge/rapier3d-simd-compat',
  'node_modules/re2js',
  'node_modules/uplot',
  'node_modules/dejavu-fonts-ttf',
  'node_modules/draco3dgltf',
] as const;
const [viewer, physicsEngine, regexEngine, plotter, , decoder] = copiedPackages;

type NameOptions = Pick<BuildOptions, 'minify' | 'minifySyntax' | 'minifyWhitespace'>;

/** For who reads profiles: what is run is the same, under the names of its sources. */
export const readableNameOptions = {
  minify: false,
  minifySyntax: true,
  minifyWhitespace: true,
} as const satisfies NameOptions;

/**
 * Writes everything that is built into an empty folder.
 * @param names how to name what runs on Node, where not as short as can be
 * @returns the files that load the others, whose names change with their content; the command line comes last
 */
export const bundlePackage = async (folder: string, names: NameOptions = {}): Promise<readonly string[]> => {
  const commandLine = await bundleCommandLine(join(folder, 'cli.js'), names);
  const commands = listDynamicImports(commandLine);
  const bundled = [
    commandLine,
    // By itself each: what two of them share would be one more file for each start to find and open.
    ...(await Promise.all(
      Object.entries(entryPoints).map(([name, path]) => bundleEntryPoints({ [name]: path }, folder, names)),
    )),
    await bundleEntryPoints(
      Object.fromEntries(commands.map((name) => [name, `scripts/cli/${name}.ts`])),
      folder,
      names,
    ),
    await bundleScript(serveScript, folder, names),
    ...(await Promise.all(siblingScripts.map((one) => bundleScript(one, folder, names)))),
  ];
  await build({ ...clientBuild, outdir: folder });
  await build({ ...pinnedBuild, outdir: folder });
  await writeClientTypes(join(folder, 'client'));
  await writeReferencePage(join(folder, 'reference'));
  await copyLazyFiles(folder);
  const page = await bundleLivePage(join(folder, 'live'));
  const portable = await bundlePortable(folder);
  const inputs = Object.assign(
    {},
    page.inputs,
    portable.inputs,
    ...bundled.map((one) => one.inputs),
  ) as Metafile['inputs'];
  await writeFile(
    join(folder, 'THIRD-PARTY-NOTICES.txt'),
    await collectThirdPartyNotices(inputs, copiedPackages),
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

/** In one file: the six that it shared with its commands took 11 of 160 ms of CPU until a version was told. */
const bundleCommandLine = async (outfile: string, names: NameOptions): Promise<Metafile> => {
  const plugins = [...nodeBuild.plugins, loadSiblingsPlugin];
  const entryPoints = ['scripts/cli/cli.ts'];
  return (await build({ ...nodeBuild, ...names, splitting: false, plugins, entryPoints, outfile })).metafile;
};

/** The names of the files that a built one loads when they are needed. */
const listDynamicImports = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => (kind === 'dynamic-import' ? basename(path, '.js') : [])),
  );

/** Written in ASCII, which is read into half of the memory. */
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

/** Regular expressions and tagged templates are all in which esbuild leaves other characters than ASCII. */
const escapeNonAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * What is read when it is first needed, and that no start has to parse: 4 MB of the engine for the first body, that of regular
 * expressions for the first of them, the outlines of the font for the first text, the decoder for the first model that
 * Draco compressed, and the plotter for the page of a bench.
 */
export const copyLazyFiles = async (folder: string): Promise<void> => {
  await copyFile(join(physicsEngine, 'dist/rapier.cjs'), join(folder, 'physics-engine.cjs'));
  await copyFile(join(regexEngine, 'build/index.cjs'), join(folder, 'regex-engine.cjs'));
  await copyFile('runtime/scene/assets/fonts/dejavu-sans.json', join(folder, 'dejavu-sans.json'));
  await copyFile(join(decoder, 'draco_decoder_gltf_nodejs.js'), join(folder, 'draco-decoder.cjs'));
  await copyFile(join(decoder, 'draco_decoder_gltf.wasm'), join(folder, 'draco-decoder.wasm'));
  for (const name of ['uPlot.iife.min.js', 'uPlot.min.css'])
    await copyFile(join(plotter, 'dist', name), join(folder, name));
};

/** The reference page is served from files, which nothing imports. */
const writeReferencePage = async (folder: string): Promise<void> => {
  const referenceFile = createReferenceFiles();
  await mkdir(folder);
  for (const name of referenceFileNames) {
    await writeFile(join(folder, name), (await referenceFile(name)).text);
  }
  const licences = 'swagger-ui-bundle.js.LICENSE.txt';
  await copyFile(join(viewer, licences), join(folder, licences));
};

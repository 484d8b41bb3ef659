/** Bundles the live page: versioned scripts and styles that browsers can cache, compressed at build time. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { writeLocalScene } from './bundle-portable.ts';
import { demoGraphsPlugin, themeTokensPlugin, usedIconsPlugin } from './esbuild-plugins.ts';
import { liveIndexFile } from '../../handlers/viewers/built-page-assets.ts';
import { livePageEncodings } from '../../handlers/viewers/page-file-types.ts';
import type { BuildOptions, Metafile } from 'esbuild';
import type { LivePageIndex } from '../../handlers/viewers/page-file-types.ts';

const entry = 'handlers/viewers/live/main.tsx';

/** Replaces React with Preact, which is a tenth of its size. */
const preactPlugin = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

const liveBuild = {
  entryPoints: { live: entry },
  bundle: true,
  splitting: true,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  chunkNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  alias: preactPlugin,
  plugins: [themeTokensPlugin, usedIconsPlugin, demoGraphsPlugin],
  loader: { '.woff2': 'file' },
  assetNames: '[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

interface LivePageBundle {
  readonly inputs: Metafile['inputs'];
  /** Paths, relative to the folder, of the files that refer to the other files. */
  readonly entries: readonly string[];
}

/** Writes the live page into an empty folder. */
export const bundleLivePage = async (folder: string): Promise<LivePageBundle> => {
  const { metafile } = await build({ ...liveBuild, outdir: folder });
  const outputs = Object.entries(metafile.outputs);
  const main = outputs.find(([, { entryPoint }]) => entryPoint === entry);
  const style = main?.[1].cssBundle;
  const font = outputs.find(([path]) => path.endsWith('.woff2'))?.[0];
  if (!main || style === undefined) throw new Error('The live page has no script or no style.');
  const local = await writeLocalScene(folder);
  const files = [...outputs.map(([path]) => basename(path)), ...local];
  const version = await computeFingerprint([main[0], style]);
  const index: LivePageIndex = {
    ...{ script: basename(main[0]), style: basename(style), version, local, files },
    ...(font !== undefined && { font: basename(font) }),
  };
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
  await writeFile(join(folder, liveIndexFile), JSON.stringify(index));
  const suffixes = ['', ...Object.values(livePageEncodings)];
  const fileNames = [...local, index.style, index.script].flatMap((name) =>
    suffixes.map((suffix) => `${name}${suffix}`),
  );
  return { inputs: metafile.inputs, entries: [...fileNames, liveIndexFile] };
};

/** Hashes only the entry files: their references to other files change whenever the content of those files changes. */
const computeFingerprint = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(await readFile(path));
  return hash.digest('base64url').slice(0, 16);
};

/** Writes gzip and Brotli versions of a file at the highest compression level. */
const compressFile = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await writeFile(
    `${path}${livePageEncodings.gzip}`,
    await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  );
  await writeFile(`${path}${livePageEncodings.br}`, await promisify(brotliCompress)(bytes, quality));
};

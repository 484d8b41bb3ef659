/** The service for hosts that have the Fetch API and nothing of Node: one bundle, without any module of Node's own. */
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { englishAlone, threeWithoutRenderer } from './plugins.ts';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';

const root = new URL('../..', import.meta.url).pathname;
const standIns = 'handlers/portable/stand-ins';

/** What stands in the place of Node's modules: no more of them than the service uses. */
const ofNode: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto.ts',
  'node:net': 'net.ts',
  'node:path': 'path.ts',
  'node:timers/promises': 'timers.ts',
  'node:util': 'util.ts',
  'node:zlib': 'zlib.ts',
};

/** What reads a file beside it on Node, and is given it by the bundle or the host here. */
const ofFiles: Readonly<Record<string, string>> = {
  'runtime/nodes/string/regex-engine.ts': 'regex-engine.ts',
  'runtime/scene/physics/load-rapier.ts': 'load-rapier.ts',
  'runtime/scene/text/outlines.ts': 'outlines.ts',
};

const withoutNode: Plugin = {
  name: 'without-node',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path }) => {
      const standIn = ofNode[path];
      return standIn === undefined
        ? { errors: [{ text: `${path} has no stand-in among ${standIns}` }] }
        : { path: resolve(root, standIns, standIn) };
    });
    onLoad({ filter: /\/runtime\/.*\.ts$/ }, ({ path }) => {
      const standIn = ofFiles[relative(root, path)];
      if (standIn === undefined) return undefined;
      return { contents: `export * from '${resolve(root, standIns, standIn)}';` };
    });
  },
};

/** How the service is bundled for all hosts alike. */
const portableBuild = {
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  inject: [resolve(root, standIns, 'buffer.ts')],
  // Nothing is shared with another thread, which takes headers in browsers and is not there elsewhere.
  define: { SharedArrayBuffer: 'ArrayBuffer' },
  plugins: [withoutNode, englishAlone, threeWithoutRenderer],
} as const satisfies BuildOptions;

/** Writes the bundle into a folder. */
export const bundlePortable = async (folder: string): Promise<Metafile> => {
  const { metafile } = await build({
    ...portableBuild,
    entryPoints: { fetch: resolve(root, 'handlers/portable/index.ts') },
    outdir: folder,
  });
  return metafile;
};

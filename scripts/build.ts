/** Bundles the command line and everything beneath it into `dist`. */
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { thirdPartyNotices } from './notices.ts';

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { cli: 'scripts/cli.ts', 'bench-child': 'bench/child/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Beside the entry points, so that paths relative to a module are the same in all of them.
  chunkNames: '[name]-[hash]',
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // ws and others still call require() for Node's own modules.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
});

await writeFile('dist/THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(metafile));

/** Bundles the command line with everything beneath it, and the typed client, into `dist`; with `--types` also the client's types. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { createReferenceFiles, referenceFileNames } from '../handlers/viewers/reference-files.ts';
import { clientBuild, writeClientTypes } from './client-package.ts';
import { thirdPartyNotices } from './notices.ts';

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    cli: 'scripts/cli.ts',
    'bench-child': 'bench/child/main.ts',
    'layout-worker': 'runtime/graph/layout/worker.ts',
  },
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

await build({ ...clientBuild, outdir: 'dist' });
if (process.argv.includes('--types')) await writeClientTypes('dist/client');

// The reference page is served from files, which nothing imports.
const viewer = 'node_modules/swagger-ui-dist';
const referenceFile = createReferenceFiles();
await mkdir('dist/reference');
for (const name of referenceFileNames) {
  await writeFile(`dist/reference/${name}`, (await referenceFile(name)).text);
}
const viewerLicences = 'swagger-ui-bundle.js.LICENSE.txt';
await copyFile(`${viewer}/${viewerLicences}`, `dist/reference/${viewerLicences}`);

await writeFile('dist/THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(metafile, [viewer]));

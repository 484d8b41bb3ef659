/** What is built: the command line with everything beneath it, the typed client with its types, the reference page. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createReferenceFiles, referenceFileNames } from '../../handlers/viewers/reference-files.ts';
import { clientBuild, writeClientTypes } from './client-package.ts';
import { thirdPartyNotices } from './notices.ts';

const entryPoints = {
  cli: 'scripts/cli/cli.ts',
  'bench-child': 'bench/child/main.ts',
  'layout-worker': 'runtime/controller/layout/worker.ts',
  'picture-worker': 'runtime/scene/pictures/worker.ts',
};

/** Files that load the others, whose names change with their content. */
export const entryFiles = Object.keys(entryPoints).map((name) => `${name}.js`);

const viewer = 'node_modules/swagger-ui-dist';

/** Writes everything that is built into an empty folder. */
export const bundleInto = async (folder: string): Promise<void> => {
  const { metafile } = await build({
    entryPoints,
    outdir: folder,
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
  await build({ ...clientBuild, outdir: folder });
  await writeClientTypes(join(folder, 'client'));
  await writeReferencePage(join(folder, 'reference'));
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(metafile, [viewer]));
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

/**
 * Builds `dist` in a temporary folder and then moves the result into place, so that processes that are using `dist` are
 * not disturbed. With `--package`, it also deletes all files of earlier builds.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { publishBuild, removeIfOlder } from './move-build-into-place.ts';

const stagingPrefix = '.dist-';

process.stderr.write('Building dist …\n');
const { bundlePackage } = await import('./bundle-package.ts');

const dayAgo = Date.now() - 24 * 60 * 60 * 1000;
const buildFolder = await mkdtemp(stagingPrefix);
try {
  const entries = await bundlePackage(buildFolder);
  await publishBuild(buildFolder, 'dist', {
    entries,
    removeBefore: process.argv.includes('--package') ? Number.POSITIVE_INFINITY : dayAgo,
  });
} finally {
  await rm(buildFolder, { recursive: true, force: true });
}

// Removes folders left behind by builds that were killed.
for (const name of await readdir('.')) {
  if (name.startsWith(stagingPrefix)) await removeIfOlder(name, dayAgo);
}

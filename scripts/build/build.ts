/**
 * Builds `dist`: beside it, and then into place, so that nobody who reads from it notices. With `--package` nothing
 * of earlier builds stays in it.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { publishBuild, removeIfOlder } from './publish-build.ts';

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

// Builds that were killed could not clear up.
for (const name of await readdir('.')) {
  if (name.startsWith(stagingPrefix)) await removeIfOlder(name, dayAgo);
}

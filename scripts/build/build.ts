/**
 * Builds `dist`: beside it, and then into place, so that nobody who reads from it notices. With `--package` nothing
 * of earlier builds stays in it.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { putInPlace, removeOlder } from './put-in-place.ts';

const beside = '.dist-';

process.stderr.write('Building dist …\n');
const { bundleInto } = await import('./bundle.ts');

const yesterday = Date.now() - 24 * 60 * 60 * 1000;
const folder = await mkdtemp(beside);
try {
  const entries = await bundleInto(folder);
  await putInPlace(folder, 'dist', {
    entries,
    removeBefore: process.argv.includes('--package') ? Number.POSITIVE_INFINITY : yesterday,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

// Builds that were killed could not clear up.
for (const name of await readdir('.')) {
  if (name.startsWith(beside)) await removeOlder(name, yesterday);
}

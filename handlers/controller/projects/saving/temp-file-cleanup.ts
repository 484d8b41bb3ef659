import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFilePattern } from '#runtime/shared/atomic-write.ts';
import { isIgnoredFolder } from '../graph-locations.ts';

/**
 * Deletes temporary files that a killed process has left in a project. Files that can't be deleted are kept, because
 * temporary files do no harm.
 */
export const deleteTempFiles = async (root: string, folder = ''): Promise<void> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile() && tempFilePattern.test(entry.name)) await rm(join(root, path)).catch(() => {});
    else if (entry.isDirectory() && !isIgnoredFolder(entry.name)) await deleteTempFiles(root, path);
  }
};

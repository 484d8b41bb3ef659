import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stagedName } from '../files.ts';

/** Deletes the unfinished files that a killed process has left in a folder and below it. */
export const sweep = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (entry.isFile() && stagedName.test(entry.name))
      await rm(join(entry.parentPath, entry.name), { force: true });
  }
};

/** The folder that holds a project's edit journal and lock (C-66, C-67). */
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnwritableError } from '#runtime/shared/write-errors.ts';
import { UnsafeLinkError } from '#runtime/shared/safe-path.ts';
import { serviceFolder } from '../project.ts';

/**
 * Returns whether the service folder exists.
 * @throws UnsafeLinkError when the path is a link
 * @throws Error when the path is a file
 */
export const hasServiceFolder = (folder: string): boolean => {
  const entry = lstatSync(join(folder, serviceFolder), { throwIfNoEntry: false });
  if (entry?.isSymbolicLink()) {
    throw new UnsafeLinkError(serviceFolder, 'where the folder of the service is expected; remove it');
  }
  if (entry && !entry.isDirectory()) throw new Error(`'${serviceFolder}' is a file; remove it`);
  return entry !== undefined;
};

/**
 * Creates the service folder if it is missing, with a .gitignore that covers its contents. The project folder must
 * exist.
 * @throws UnsafeLinkError or NodeJS.ErrnoException
 */
export const createServiceFolder = (folder: string): void => {
  if (hasServiceFolder(folder)) return;
  const path = join(folder, serviceFolder);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (failure) {
    // Another process may have created the folder in the meantime.
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST' && hasServiceFolder(folder)) return;
    throw failure;
  }
  try {
    writeFileSync(join(path, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (failure) {
    // A failure to write the optional .gitignore, for example because the disk is full, is ignored.
    if (!isUnwritableError(failure)) throw failure;
  }
};

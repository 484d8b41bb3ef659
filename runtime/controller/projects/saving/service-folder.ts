/** The folder in which the service keeps the edit journal and the lock of a project (C-66, C-67). */
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnwritableError } from '../../../storage/write-errors.ts';
import { UnsafeLinkError } from '../../../storage/safe-path.ts';
import { serviceFolder } from '../project.ts';

/**
 * Whether the folder is there.
 * @throws UnsafeLink when it is a link, wherever that leads; Error when it is a file
 */
export const hasServiceFolder = (folder: string): boolean => {
  const entry = lstatSync(join(folder, serviceFolder), { throwIfNoEntry: false });
  if (entry?.isSymbolicLink()) {
    throw new UnsafeLinkError(serviceFolder, 'in the place of the folder of the service; remove it');
  }
  if (entry && !entry.isDirectory()) throw new Error(`'${serviceFolder}' is a file; remove it`);
  return entry !== undefined;
};

/**
 * Makes the folder where it is missing, with a note for version control to ignore what is in it. The project folder has to be there.
 * @throws UnsafeLink, NodeJS.ErrnoException
 */
export const createServiceFolder = (folder: string): void => {
  if (hasServiceFolder(folder)) return;
  const own = join(folder, serviceFolder);
  try {
    mkdirSync(own, { mode: 0o700 });
  } catch (failure) {
    // Another process may have been faster.
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST' && hasServiceFolder(folder)) return;
    throw failure;
  }
  try {
    writeFileSync(join(own, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (failure) {
    // On a full disk the folder does without it.
    if (!isUnwritableError(failure)) throw failure;
  }
};

import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { describeWriteError } from './write-errors.ts';

/** A file that could not be written; says in one line which and why. */
export class FileWriteError extends Error {
  override readonly name = 'UnwrittenFile';
}

/**
 * Writes files into a folder, each as a whole: a kill or a full disk leaves the one before.
 * @param files texts by name
 * @throws UnwrittenFile at the first that cannot be written; those before it are
 */
export const replaceFiles = async (
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeAtomically(path, text).catch((failure: unknown) => {
      throw new FileWriteError(`'${path}' cannot be written: ${describeWriteError(failure)}`);
    });
  }
};

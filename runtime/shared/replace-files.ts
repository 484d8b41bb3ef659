import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { describeWriteError } from './write-errors.ts';

/** The error when a file can't be written. Its one-line message contains the file and the reason. */
export class FileWriteError extends Error {
  override readonly name = 'UnwrittenFile';
}

/**
 * Replaces files in a folder, each of them atomically: after a crash or on a full disk, a file that was not replaced
 * still has its previous content.
 * @param files the texts of the files, keyed by file name
 * @throws FileWriteError for the first file that can't be written; earlier files are already replaced by then
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

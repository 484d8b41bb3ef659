import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { describeWriteError } from './write-errors.ts';

/** A file couldn't be written. The one-line message has the file and the reason. */
export class FileWriteError extends Error {
  override readonly name = 'UnwrittenFile';
}

/**
 * Replaces files in a folder, each atomically: after a crash or on a full disk, the previous version is left.
 * @param files texts by name
 * @throws FileWriteError for the first file that can't be written; earlier ones are already replaced
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

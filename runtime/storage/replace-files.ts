import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { describeWriteError } from './write-errors.ts';

/** A file could not be written. The one-line message names the file and the reason. */
export class FileWriteError extends Error {
  override readonly name = 'UnwrittenFile';
}

/**
 * Writes files into a folder, each atomically: a kill or a full disk leaves the previous one.
 * @param files texts by name
 * @throws FileWriteError at the first file that cannot be written; earlier ones are written
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

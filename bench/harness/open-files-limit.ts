import { readFile } from 'node:fs/promises';

/**
 * Returns how many files and sockets this process may have open, or `undefined` when the operating system does not
 * report the limit.
 */
export const readOpenFilesLimit = async (): Promise<number | undefined> => {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8');
    const softLimit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
    return Number.isNaN(softLimit) ? undefined : softLimit;
  } catch {
    return undefined;
  }
};

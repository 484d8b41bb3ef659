import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

interface PublishOptions {
  /**
   * Files that refer to other files. These files are moved last, so that the files to which they refer already exist.
   */
  readonly entries: readonly string[];
  /** Files of earlier builds are removed if they are older than this time. Processes may still be using newer files. */
  readonly removeBefore: number;
}

/**
 * Moves a finished build into a folder that other processes may be using. Files are replaced atomically and only refer
 * to files that already exist, so several builds can be moved at the same time.
 * @param from the folder of the build, on the same file system; no files are left in it
 */
export const publishBuild = async (
  from: string,
  to: string,
  { entries, removeBefore }: PublishOptions,
): Promise<void> => {
  const builtFiles = await listFiles(from);
  const otherBuilt = builtFiles.filter((name) => !entries.includes(name));
  for (const name of [...otherBuilt, ...entries]) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await rename(join(from, name), join(to, name));
  }
  const existingFiles = (await listFiles(to)).filter((name) => !builtFiles.includes(name));
  for (const name of existingFiles) await removeIfOlder(join(to, name), removeBefore);
};

/** Lists the relative paths of all files in a folder and its subfolders. */
const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
};

/**
 * Removes a file or folder that was last modified before the given time, unless another build has already removed it.
 */
export const removeIfOlder = async (path: string, cutoff: number): Promise<void> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry && entry.mtimeMs < cutoff) await rm(path, { recursive: true, force: true });
};

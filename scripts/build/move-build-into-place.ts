import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

interface PublishOptions {
  /** Files that refer to others. They are moved last, so that the files they refer to exist. */
  readonly entries: readonly string[];
  /** Files of earlier builds are removed when older than this time. Processes may still use newer ones. */
  readonly removeBefore: number;
}

/**
 * Moves a finished build into a folder that other processes may be using. Files are replaced atomically and only refer
 * to existing files, so several builds may do this at once.
 * @param from folder of the build, on the same file system; no file is left in it
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

/** Lists all files below a folder by relative path. */
const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
};

/** Removes a file or folder that was last modified before a time. Another build may have removed it already. */
export const removeIfOlder = async (path: string, cutoff: number): Promise<void> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry && entry.mtimeMs < cutoff) await rm(path, { recursive: true, force: true });
};

import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

interface PublishOptions {
  /** Files that name the others; they come last, so that what they name is there. */
  readonly entries: readonly string[];
  /** Files of earlier builds go when they are from before this moment; others stay for who still runs such a build. */
  readonly removeBefore: number;
}

/**
 * Moves a finished build into the folder that others may be reading from. Every file comes whole, and names nothing
 * that is not there; so several builds may do this at once.
 * @param from folder of the build, on the same file system; nothing is left in it
 */
export const publishBuild = async (
  from: string,
  to: string,
  { entries, removeBefore }: PublishOptions,
): Promise<void> => {
  const made = await listFiles(from);
  const others = made.filter((name) => !entries.includes(name));
  for (const name of [...others, ...entries]) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await rename(join(from, name), join(to, name));
  }
  const strangers = (await listFiles(to)).filter((name) => !made.includes(name));
  for (const name of strangers) await removeIfOlder(join(to, name), removeBefore);
};

/** Files in a folder and below it, by their paths in it. */
const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
};

/** Removes a file or folder that was last changed before a moment. Somebody else may have done so already. */
export const removeIfOlder = async (path: string, before: number): Promise<void> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry && entry.mtimeMs < before) await rm(path, { recursive: true, force: true });
};

/** Lists the files in a folder whose content is untrusted. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFilePattern } from './atomic-write.ts';
import { resolveFolderInside } from './safe-path.ts';

/** The maximum number of names in a listed path. Deeper folders are not listed, nor are files beyond the limit. */
export const maxPathNames = 16;
const maxEntries = 20_000;
const maxPathBytes = 1_000;

/** Rejects characters that some systems treat as a separator or stream. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected as well
const forbiddenCharacters = /[\\:\u0000-\u001f\u007f]/;

/** Whether a relative path with forward slashes is inside its folder, and is valid on every system. */
export const isPathInside = (path: string): boolean =>
  !forbiddenCharacters.test(path) &&
  Buffer.byteLength(path) <= maxPathBytes &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

/** A file, with its path in the folder and its absolute path. */
interface LocatedFile {
  readonly path: string;
  readonly location: string;
}

/**
 * Lists the files and folders in a subfolder and everything below it. Hidden and temporary files are left out, and links
 * are not followed. The lists are empty if the subfolder doesn't exist.
 * @throws UnsafeLinkError when the subfolder is a link out of the folder
 */
export const listTree = async (
  root: string,
  top: string,
): Promise<{ files: LocatedFile[]; folders: string[] }> => {
  const files: LocatedFile[] = [];
  const folders: string[] = [];
  const pending = [top];
  let remaining = maxEntries;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const realPath = await resolveFolderInside(root, folder);
    const entries = await readdir(realPath, { withFileTypes: true }).catch(ignoreNotFound);
    if (entries) folders.push(folder);
    for (const entry of entries?.slice(0, remaining) ?? []) {
      remaining -= 1;
      const path = `${folder}/${entry.name}`;
      if (!isPathInside(path) || entry.name.startsWith('.') || tempFilePattern.test(entry.name)) continue;
      if (entry.isFile()) files.push({ path, location: join(realPath, entry.name) });
      if (entry.isDirectory() && path.split('/').length < maxPathNames) pending.push(path);
    }
  }
  return { files, folders };
};

/** Returns `undefined` for a not-found error, and rethrows any other error. */
export const ignoreNotFound = (failure: unknown): undefined => {
  const { code } = failure as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw failure;
};

/** Accesses files in an untrusted folder. No link in the folder can make a read or write operation leave the folder. */
import { constants } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * Flags for opening a file unless it is a link. Pipes and devices are opened without blocking, so that they can then be
 * rejected.
 */
export const readNoFollowFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The error for a link that must not be followed. Its message contains the link's path, but not the link's target. */
export class UnsafeLinkError extends Error {
  override readonly name = 'UnsafeLink';

  constructor(path: string, reason: string) {
    super(`'${path}' is a link ${reason}`);
  }
}

/**
 * Returns the absolute path for a relative path in a folder, even if nothing exists at this path. Links to folders
 * inside the folder are followed. The last name isn't checked, so the caller must open it without following links.
 * @throws UnsafeLinkError when a link on the path leads out of the folder, or to nothing
 */
export const resolvePathInside = async (root: string, path: string): Promise<string> => {
  const names = path.split('/');
  return join(await resolveFolderInside(root, names.slice(0, -1).join('/')), names.at(-1) ?? '');
};

/**
 * Returns the real path of a subfolder, with all links resolved.
 * @param path a relative path with forward slashes; empty for the folder itself
 * @throws UnsafeLinkError when a link on the path leads out of the folder, or to nothing
 */
export const resolveFolderInside = async (root: string, path: string): Promise<string> => {
  const realRoot = await realpath(root);
  if (path === '') return realRoot;
  const realPath = await realpath(join(realRoot, path)).catch(ignoreNotFound);
  return realPath !== undefined && isInsideRealFolder(realRoot, realPath)
    ? realPath
    : resolveStepByStep(realRoot, path.split('/'));
};

/** Follows a path name by name, to find the first unsafe link or the last existing folder. */
const resolveStepByStep = async (realRoot: string, names: readonly string[]): Promise<string> => {
  let realPath = realRoot;
  for (const [index, name] of names.entries()) {
    const nextPath = join(realPath, name);
    const path = names.slice(0, index + 1).join('/');
    const target = await realpath(nextPath).catch(ignoreNotFound);
    if (target === undefined) {
      if (await isLink(nextPath)) throw new UnsafeLinkError(path, 'that leads nowhere');
      return join(realPath, ...names.slice(index));
    }
    if (!isInsideRealFolder(realRoot, target))
      throw new UnsafeLinkError(path, 'that leads out of the project folder');
    realPath = target;
  }
  return realPath;
};

/** Whether a path is a link, including a broken one. */
const isLink = (realPath: string): Promise<boolean> =>
  lstat(realPath).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );

/** Whether a real path is the folder itself or inside the folder. */
const isInsideRealFolder = (folder: string, realPath: string): boolean => {
  const relativePath = relative(folder, realPath);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
};

const ignoreNotFound = (failure: NodeJS.ErrnoException): undefined => {
  if (failure.code === 'ENOENT' || failure.code === 'ENOTDIR') return undefined;
  throw failure;
};

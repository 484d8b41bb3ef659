/** Accesses files in an untrusted folder. No link in it can make a read or write leave the folder. */
import { constants } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * Flags for opening a file unless it is a link. Pipes and devices are opened without blocking, so that they can be
 * rejected.
 */
export const readNoFollowFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A link that must not be followed. The message has the path of the link, but not its target. */
export class UnsafeLinkError extends Error {
  override readonly name = 'UnsafeLink';

  constructor(path: string, reason: string) {
    super(`'${path}' is a link ${reason}`);
  }
}

/**
 * Returns the absolute path of a relative path in a folder, even if it doesn't exist. Links to folders inside are
 * followed. The last name isn't checked, so the caller must open it without following links.
 * @throws UnsafeLinkError when a link on the path leads out of the folder, or nowhere
 */
export const resolvePathInside = async (root: string, path: string): Promise<string> => {
  const names = path.split('/');
  return join(await resolveFolderInside(root, names.slice(0, -1).join('/')), names.at(-1) ?? '');
};

/**
 * Returns the real path of a subfolder, without links.
 * @param path relative, with forward slashes; empty for the folder itself
 * @throws UnsafeLinkError when a link on the path leads out of the folder, or nowhere
 */
export const resolveFolderInside = async (root: string, path: string): Promise<string> => {
  const realRoot = await realpath(root);
  if (path === '') return realRoot;
  const realPath = await realpath(join(realRoot, path)).catch(ignoreNotFound);
  return realPath !== undefined && isInsideRealFolder(realRoot, realPath)
    ? realPath
    : resolveStepByStep(realRoot, path.split('/'));
};

/** Follows the path name by name, to find the unsafe link or the last existing folder. */
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

/** Whether a path is a link, even a broken one. */
const isLink = (realPath: string): Promise<boolean> =>
  lstat(realPath).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );

/** Whether a real path is a folder itself or inside of it. */
const isInsideRealFolder = (folder: string, realPath: string): boolean => {
  const relativePath = relative(folder, realPath);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
};

const ignoreNotFound = (failure: NodeJS.ErrnoException): undefined => {
  if (failure.code === 'ENOENT' || failure.code === 'ENOTDIR') return undefined;
  throw failure;
};

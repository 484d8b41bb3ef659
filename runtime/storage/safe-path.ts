/** Access to files below a folder that may come from anywhere: no link in it leads a read or a write out of it. */
import { constants } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Flags for opening a file that is no link. A pipe or a device is opened without waiting, so that it can be refused. */
export const readNoFollowFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A link that is not followed. The message names the link, and nothing of what it leads to. */
export class UnsafeLinkError extends Error {
  override readonly name = 'UnsafeLink';

  constructor(path: string, why: string) {
    super(`'${path}' is a link ${why}`);
  }
}

/**
 * The absolute place of a relative path below a folder, whether there is something or not. Links to folders are followed while they
 * stay inside; the last name is not looked at, so that the caller has to open it without following links.
 * @throws UnsafeLink when a link on the way leads out of the folder, or nowhere
 */
export const resolvePathInside = async (root: string, path: string): Promise<string> => {
  const names = path.split('/');
  return join(await resolveFolderInside(root, names.slice(0, -1).join('/')), names.at(-1) ?? '');
};

/**
 * The real place of a folder below another, with no link in it.
 * @param path relative, with forward slashes; empty for the folder itself
 * @throws UnsafeLink when a link on the way leads out of the folder, or nowhere
 */
export const resolveFolderInside = async (root: string, path: string): Promise<string> => {
  const top = await realpath(root);
  if (path === '') return top;
  const place = await realpath(join(top, path)).catch(ignoreNotFound);
  return place !== undefined && isInsideRealFolder(top, place)
    ? place
    : resolveStepByStep(top, path.split('/'));
};

/** Follows the names one by one, to find the link that leads astray or where the folders end that are there. */
const resolveStepByStep = async (top: string, names: readonly string[]): Promise<string> => {
  let place = top;
  for (const [index, name] of names.entries()) {
    const next = join(place, name);
    const path = names.slice(0, index + 1).join('/');
    const real = await realpath(next).catch(ignoreNotFound);
    if (real === undefined) {
      if (await isLink(next)) throw new UnsafeLinkError(path, 'that leads nowhere');
      return join(place, ...names.slice(index));
    }
    if (!isInsideRealFolder(top, real))
      throw new UnsafeLinkError(path, 'that leads out of the project folder');
    place = real;
  }
  return place;
};

/** Whether something is a link, wherever it leads. */
const isLink = (place: string): Promise<boolean> =>
  lstat(place).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );

/** Whether a real place is a folder or lies in it. */
const isInsideRealFolder = (folder: string, place: string): boolean => {
  const way = relative(folder, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const ignoreNotFound = (failure: NodeJS.ErrnoException): undefined => {
  if (failure.code === 'ENOENT' || failure.code === 'ENOTDIR') return undefined;
  throw failure;
};

import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';

/**
 * The absolute place of a relative path below a folder, whether there is something or not.
 * @returns undefined when symbolic links lead out of the folder
 */
export const placeInside = async (folder: string, path: string): Promise<string | undefined> => {
  const root = await realpath(folder);
  const target = join(root, path);
  const way = relative(root, await realpathOfExisting(target));
  return way === '' || (!way.startsWith('..') && !isAbsolute(way)) ? target : undefined;
};

const realpathOfExisting = async (path: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch {
    return join(await realpathOfExisting(dirname(path)), path.slice(dirname(path).length + 1));
  }
};

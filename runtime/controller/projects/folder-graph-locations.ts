/** Resolves graph paths in a project folder (description: 'path'; C-98). */
import { lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { GraphDocument } from '../graphs/graph-document.ts';
import { foldFileName } from './portable-file-names.ts';
import { createFolderNameLookup, type FolderNameLookup } from './folder-name-lookup.ts';
import { normalizeProjectPath } from './project-path.ts';
import {
  checkPathNames,
  checkNotReserved,
  requireFreeLocation,
  type GraphLocations,
  type GraphLocation,
  createInvalidPathError,
} from './graph-locations.ts';
import { graphsFolder, projectFile } from './project.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { readFileText } from '../../storage/read-file.ts';
import { resolveProjectPath } from './resolve-project-path.ts';
import type { GraphStore } from '../graphs/graph-store.ts';

/** Whether a subfolder of a project is a project of its own. */
export const isProjectFolder = (folder: string): Promise<boolean> =>
  lstat(join(folder, projectFile)).then(
    () => true,
    () => false,
  );

export const createFolderGraphLocations = (folder: string, store: GraphStore): GraphLocations => {
  const names = createFolderNameLookup();

  const find = async (given: string): Promise<GraphLocation> => {
    checkPathNames(given);
    const { path, exists } = await resolveExistingPath(names, await realpath(folder), given);
    // A link may lead to a longer path than the one given.
    normalizeProjectPath(path);
    checkNotReserved(path, given);
    const graph =
      store.graphs.findByPath(path) ?? (exists ? await findGraphByInode(folder, store, path) : undefined);
    return { path: graph?.path ?? path, graph, isTaken: exists || graph !== undefined };
  };

  return {
    find,
    async requireFree(given, replace) {
      const place = await find(given);
      return requireFreeLocation(store, place, replace, async () =>
        readFileText(await resolveProjectPath(folder, place.path), maxProjectFileBytes),
      );
    },
  };
};

/** Resolves the existing part of a path, through links and names that differ only in letter case or normalization. */
const resolveExistingPath = async (
  names: FolderNameLookup,
  root: string,
  given: string,
): Promise<{ path: string; exists: boolean }> => {
  const way = given.split('/');
  let place = root;
  for (const [index, name] of way.entries()) {
    const present = await names.find(place, name);
    if (present === undefined) {
      return { path: requireProjectPath(root, join(place, ...way.slice(index)), given), exists: false };
    }
    place = await realpath(join(place, present)).catch(() => {
      throw createInvalidPathError(
        given,
        `, where '${name}' is a link that leads nowhere. Expected a path such as`,
        given,
      );
    });
    const path = requireProjectPath(root, place, given);
    if (index < way.length - 1) await checkFolderOnPath(place, path, given);
  }
  return { path: requireProjectPath(root, place, given), exists: true };
};

/**
 * Returns the project path of something in the project folder; undefined for the folder itself and everything outside.
 */
export const toProjectPath = (root: string, place: string): string | undefined => {
  const names = relative(root, place).split(sep);
  return names[0] === '' || names[0] === '..' || isAbsolute(names.join(sep)) ? undefined : names.join('/');
};

const requireProjectPath = (root: string, place: string, given: string): string => {
  const path = toProjectPath(root, place);
  if (path !== undefined) return path;
  throw createInvalidPathError(
    given,
    ', which leads out of the project folder. Expected a path such as',
    given,
  );
};

const checkFolderOnPath = async (place: string, path: string, given: string): Promise<void> => {
  if (!(await stat(place)).isDirectory()) {
    throw createInvalidPathError(given, `, where '${path}' is a file. Expected a path such as`, given);
  }
  const [first = path] = path.split('/');
  if (foldFileName(first) !== graphsFolder && (await isProjectFolder(place))) {
    throw createInvalidPathError(
      given,
      `, where '${path}' is a project of its own. Expected a path such as`,
      given,
    );
  }
};

/** Finds the open graph whose file has this other name (hard link). */
const findGraphByInode = async (
  folder: string,
  store: GraphStore,
  path: string,
): Promise<GraphDocument | undefined> => {
  const { dev, ino, nlink } = await stat(join(folder, path));
  if (nlink < 2) return undefined;
  for (const graph of store.graphs.values()) {
    const file = await stat(join(folder, graph.path)).catch(() => undefined);
    if (file?.dev === dev && file.ino === ino) return graph;
  }
  return undefined;
};

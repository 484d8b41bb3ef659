/** Resolves graph paths in a project folder (description: 'path'; C-98). */
import { lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { createFolderNameLookup, type FolderNameLookup } from './folder-name-lookup.ts';
import {
  checkNotReserved,
  checkPathNames,
  createGraphLocations,
  createInvalidPathError,
  type GraphLocation,
  type GraphLocations,
} from './graph-locations.ts';
import { foldFileName, normalizeProjectPath } from './project-paths.ts';
import { graphsFolder, projectFile } from './project.ts';
import { readFileText, resolveProjectPath } from './read-file.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';

/** Returns whether a subfolder of a project is a project itself. */
export const isProjectFolder = (folder: string): Promise<boolean> =>
  lstat(join(folder, projectFile)).then(
    () => true,
    () => false,
  );

export const createFolderGraphLocations = (folder: string, store: GraphStore): GraphLocations => {
  const names = createFolderNameLookup();

  const find = async (requestedPath: string): Promise<GraphLocation> => {
    checkPathNames(requestedPath);
    const { path, exists } = await resolveExistingPath(names, await realpath(folder), requestedPath);
    // The resolved path is checked again, because a link may lead to a longer path than the given one.
    normalizeProjectPath(path);
    checkNotReserved(path, requestedPath);
    const graph =
      store.graphs.findByPath(path) ?? (exists ? await findGraphByInode(folder, store, path) : undefined);
    return { path: graph?.path ?? path, graph, isTaken: exists || graph !== undefined };
  };

  return createGraphLocations(store, find, async (path) =>
    readFileText(await resolveProjectPath(folder, path), maxProjectFileBytes),
  );
};

/** Resolves the existing part of a path. Follows links, and ignores differences in letter case and normalization. */
const resolveExistingPath = async (
  names: FolderNameLookup,
  root: string,
  requestedPath: string,
): Promise<{ path: string; exists: boolean }> => {
  const segments = requestedPath.split('/');
  let location = root;
  for (const [index, name] of segments.entries()) {
    const existing = await names.find(location, name);
    if (existing === undefined) {
      const missing = join(location, ...segments.slice(index));
      return { path: requireProjectPath(root, missing, requestedPath), exists: false };
    }
    location = await realpath(join(location, existing)).catch(() => {
      throw createInvalidPathError(requestedPath, `, where '${name}' is a link that leads nowhere`);
    });
    const path = requireProjectPath(root, location, requestedPath);
    if (index < segments.length - 1) await checkFolderOnPath(location, path, requestedPath);
  }
  return { path: requireProjectPath(root, location, requestedPath), exists: true };
};

/**
 * Returns the project path of a location in the project folder. Returns `undefined` for the folder itself and for
 * locations outside it.
 */
export const toProjectPath = (root: string, location: string): string | undefined => {
  const names = relative(root, location).split(sep);
  return names[0] === '' || names[0] === '..' || isAbsolute(names.join(sep)) ? undefined : names.join('/');
};

const requireProjectPath = (root: string, location: string, requestedPath: string): string => {
  const path = toProjectPath(root, location);
  if (path !== undefined) return path;
  throw createInvalidPathError(requestedPath, ', which leads out of the project folder');
};

const checkFolderOnPath = async (location: string, path: string, requestedPath: string): Promise<void> => {
  if (!(await stat(location)).isDirectory())
    throw createInvalidPathError(requestedPath, `, where '${path}' is a file`);
  const [first = path] = path.split('/');
  if (foldFileName(first) !== graphsFolder && (await isProjectFolder(location)))
    throw createInvalidPathError(requestedPath, `, where '${path}' is a project of its own`);
};

/** Finds the open graph whose file has this path as another name (hard link). */
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

/**
 * Decides which paths in a project may be used for graphs, in any kind of project storage (description: 'path'; C-98).
 */
import { basename } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import { GraphList } from '../graphs/graph-list.ts';
import { toPortableFileName, foldFileName } from './project-paths.ts';
import { openGraphFile } from './open-graph.ts';
import { graphsFolder, projectFile } from './project.ts';
import type { GraphStore } from '../graphs/graph-store.ts';

export interface GraphLocation {
  /** The path relative to the project, as spelled in the file system. */
  readonly path: string;
  /** The open graph that is saved at this path or will be saved there. */
  readonly graph: GraphDocument | undefined;
  /** Whether anything exists at this path, whether open or not. */
  readonly isTaken: boolean;
}

const reservedFolders = ['scenes', 'assets'];

/** Returns the first reserved name in a path. Returns `undefined` if a graph may have this path. */
export const findReservedName = (path: string): string | undefined => {
  const names = path.split('/');
  const keys = names.map(foldFileName);
  if (reservedFolders.includes(keys[0] ?? '')) return names[0];
  if (keys.at(-1) === projectFile && keys[0] !== graphsFolder) return names.at(-1);
  return names.find(isIgnoredFolder);
};

/** Returns whether a folder with this name is ignored, including all its contents. */
export const isIgnoredFolder = (name: string): boolean =>
  name.startsWith('.') || foldFileName(name) === 'node_modules';

/** Returns whether a path is in the graphs folder, where every file is a graph. */
export const isInGraphsFolder = (path: string): boolean => path.split('/')[0] === graphsFolder;

/** Matches the beginning of a saved graph. */
export const graphFilePattern = /^\ufeff?\s*\{\s*"format"\s*:\s*\d+\s*,\s*"id"\s*:/;

export interface GraphLocations {
  /**
   * Resolves a path.
   * @throws ApiError INVALID_REQUEST when no graph may have this path
   */
  find(path: string): Promise<GraphLocation>;
  /**
   * Resolves the path of a new graph. An existing graph is replaced if `replace` is set, but no other file is ever
   * replaced.
   * @throws ApiError DUPLICATE_PATH or INVALID_REQUEST
   */
  requireFree(path: string, replace: boolean): Promise<GraphLocation>;
}

/**
 * @param find a function that resolves a path in the storage of the project
 * @param read a function that returns the text of an existing file
 */
export const createGraphLocations = (
  store: GraphStore,
  find: GraphLocations['find'],
  read: (path: string) => Promise<string>,
): GraphLocations => ({
  find,
  async requireFree(requestedPath, replace) {
    const location = await find(requestedPath);
    const { path, graph, isTaken } = location;
    if (!isTaken) return location;
    if (!graph && !(await canOpenAsGraph(store, path, read))) {
      throw new ApiError(
        'INVALID_REQUEST',
        `'path' is '${path}', where something exists that is not a readable graph and is never replaced; expected a free path, or that of a graph.`,
        { path },
      );
    }
    if (replace) return location;
    throw new ApiError('DUPLICATE_PATH', `'path' is '${path}', where a graph already exists.`, { path });
  },
});

/**
 * Creates the error for a path at which no graph may be saved.
 * @param location the path from which to derive a similar valid path
 */
export const createInvalidPathError = (path: string, problem: string, location = path): ApiError => {
  const example = `${graphsFolder}/${toPortableFileName(basename(location))}`;
  const reason = `'path' is '${path}'${problem}. Expected a path such as '${example}'.`;
  return new ApiError('INVALID_REQUEST', reason, { path });
};

/**
 * Checks that all names in a path are valid on every system, and that no folder name ends with .json, so that folders
 * and graph files can't conflict.
 * @throws ApiError INVALID_REQUEST
 */
export const checkPathNames = (path: string): void => {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const isFolder = index < names.length - 1;
    if (name === toPortableFileName(name) && !(isFolder && /\.json$/i.test(name))) continue;
    const kind = isFolder ? 'folder' : 'file';
    throw createInvalidPathError(
      path,
      `, where '${name}' is not a ${kind} name that is valid on every system`,
    );
  }
};

/**
 * Checks that a graph may be saved at a path.
 * @param path the path to which `requestedPath` resolves
 * @throws ApiError INVALID_REQUEST when no graph may have this path
 */
export const checkNotReserved = (path: string, requestedPath: string): void => {
  const name = findReservedName(path);
  if (name === undefined) return;
  const resolvedPart = path === requestedPath ? '' : `, which leads to '${path}'`;
  throw createInvalidPathError(requestedPath, `${resolvedPart}; '${name}' is not for graphs`, path);
};

/**
 * Returns whether a text can be opened as a graph. The text is opened in an empty store, so that the ids in the text
 * can't conflict with those of open graphs.
 */
const canOpenAsGraph = async (
  store: GraphStore,
  path: string,
  read: (path: string) => Promise<string>,
): Promise<boolean> => {
  try {
    const emptyStore = {
      ...store,
      graphs: new GraphList(),
      nodes: new Map(),
      pending: new Set<GraphDocument>(),
    };
    openGraphFile(emptyStore, path, await read(path));
    return true;
  } catch {
    return false;
  }
};

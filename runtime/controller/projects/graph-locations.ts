/** Decides which paths of a project are for graphs, wherever the project is stored (description: 'path'; C-98). */
import { basename } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import { GraphList } from '../graphs/graph-list.ts';
import { toPortableFileName, foldFileName } from './portable-file-names.ts';
import { openGraphFile } from './open-graph.ts';
import { graphsFolder, projectFile } from './project.ts';
import type { GraphStore } from '../graphs/graph-store.ts';

/** A location for a graph. */
export interface GraphLocation {
  /** Relative to the project, spelled as in the file system. */
  readonly path: string;
  /** The open graph that is stored there, or will be when it is saved. */
  readonly graph: GraphDocument | undefined;
  /** Whether anything exists there, open or not. */
  readonly isTaken: boolean;
}

const reservedFolders = ['scenes', 'assets'];

/** Returns the name in a path that is reserved for something else; undefined when a graph may be there. */
export const findReservedName = (path: string): string | undefined => {
  const names = path.split('/');
  const keys = names.map(foldFileName);
  if (reservedFolders.includes(keys[0] ?? '')) return names[0];
  if (keys.at(-1) === projectFile && keys[0] !== graphsFolder) return names.at(-1);
  return names.find(isIgnoredFolder);
};

/** Whether the content of a folder with this name doesn't belong to the project. */
export const isIgnoredFolder = (name: string): boolean =>
  name.startsWith('.') || foldFileName(name) === 'node_modules';

/** Whether a path is in the folder in which every file is a graph. */
export const isInGraphsFolder = (path: string): boolean => path.split('/')[0] === graphsFolder;

/** Matches the beginning of files that were written as graphs. */
export const graphFilePattern = /^\ufeff?\s*\{\s*"format"\s*:\s*\d+\s*,\s*"id"\s*:/;

/** The graph locations of an open project. */
export interface GraphLocations {
  /**
   * Resolves a path.
   * @throws ApiError INVALID_REQUEST when no graph may be there
   */
  find(path: string): Promise<GraphLocation>;
  /**
   * Returns the location of a new graph. A graph is replaced on request, open or not; any other file never is.
   * @throws ApiError DUPLICATE_PATH, INVALID_REQUEST
   */
  requireFree(path: string, replace: boolean): Promise<GraphLocation>;
}

/**
 * Returns the location of a new graph, which replaces another only on request.
 * @param read the text of the existing file
 * @throws ApiError DUPLICATE_PATH, INVALID_REQUEST
 */
export const requireFreeLocation = async (
  store: GraphStore,
  place: GraphLocation,
  replace: boolean,
  read: () => Promise<string>,
): Promise<GraphLocation> => {
  const { path, graph, isTaken } = place;
  if (!isTaken) return place;
  if (!graph && !(await canOpenAsGraph(store, path, read))) {
    throw new ApiError(
      'INVALID_REQUEST',
      `'path' is '${path}', where something lies that cannot be read as a graph and is never replaced; expected a path where a graph lies, or nothing.`,
      { path },
    );
  }
  if (replace) return place;
  throw new ApiError('DUPLICATE_PATH', `'path' is '${path}', where a graph already exists.`, { path });
};

/** Creates the error for a path where no graph may be, with a similar valid path. */
export const createInvalidPathError = (path: string, why: string, place: string): ApiError => {
  const example = `${graphsFolder}/${toPortableFileName(basename(place))}`;
  return new ApiError('INVALID_REQUEST', `'path' is '${path}'${why} '${example}'.`, { path });
};

/**
 * Checks that names are valid on every system, and that only the last one ends like a file, so that no graph takes the
 * path of a folder.
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
      `, where '${name}' is no ${kind} that every system takes. Expected a path such as`,
      path,
    );
  }
};

/**
 * @param path where the given path leads
 * @throws ApiError INVALID_REQUEST when that is no place for graphs
 */
export const checkNotReserved = (path: string, given: string): void => {
  const name = findReservedName(path);
  if (name === undefined) return;
  const leads = path === given ? '' : `, which leads to '${path}'`;
  throw createInvalidPathError(given, `${leads}; '${name}' is not for graphs. Expected a path such as`, path);
};

/** Whether a text can be opened as a graph; it is opened beside all others, so that its ids do not count. */
const canOpenAsGraph = async (
  store: GraphStore,
  path: string,
  read: () => Promise<string>,
): Promise<boolean> => {
  try {
    const apart = { ...store, graphs: new GraphList(), nodes: new Map(), pending: new Set<GraphDocument>() };
    openGraphFile(apart, path, await read());
    return true;
  } catch {
    return false;
  }
};

/** Which places of a project are for graphs, and what is at one (description: 'path'; register: C-98). */
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { Fault } from '#spec/errors.ts';
import type { GraphDocument } from '../graphs/document.ts';
import { GraphList } from '../graphs/graph-list.ts';
import { fitName, folded } from './file-names.ts';
import { createFolderNames, type FolderNames } from './folder-names.ts';
import { projectPath } from './project-path.ts';
import { openGraphFile } from './graph-file.ts';
import { graphsFolder, projectFile } from './project.ts';
import { readText } from '../../disk/read-text.ts';
import type { GraphStore } from '../graphs/store.ts';

/** A place where a graph may lie. */
export interface Place {
  /** Relative to the project, spelt as the file system has it. */
  readonly path: string;
  /** The open graph that lies there, or will when it is saved. */
  readonly graph: GraphDocument | undefined;
  /** Whether anything is there, open or not. */
  readonly isTaken: boolean;
}

const folders = ['scenes', 'assets'];

/** The name in a path that stands for something else than graphs; undefined when a graph may lie there. */
export const reservedName = (path: string): string | undefined => {
  const names = path.split('/');
  const keys = names.map(folded);
  if (folders.includes(keys[0] ?? '')) return names[0];
  if (keys.at(-1) === projectFile && keys[0] !== graphsFolder) return names.at(-1);
  return names.find(isForeign);
};

/** Whether what lies in a folder of this name is not the project's. */
export const isForeign = (name: string): boolean => name.startsWith('.') || folded(name) === 'node_modules';

/** Whether a folder of a project, other than its own, is the head of another. */
export const isProject = (folder: string): Promise<boolean> =>
  lstat(join(folder, projectFile)).then(
    () => true,
    () => false,
  );

/** The places of an open project. */
export interface GraphPlaces {
  /**
   * Looks at a place.
   * @throws Fault INVALID_REQUEST when no graph may lie there
   */
  find(path: string): Promise<Place>;
  /**
   * The place of a new graph. A graph is replaced when asked for, open or not; any other file never is.
   * @throws Fault DUPLICATE_PATH, INVALID_REQUEST
   */
  free(path: string, replace: boolean): Promise<Place>;
}

export const createGraphPlaces = (folder: string, store: GraphStore): GraphPlaces => {
  const names = createFolderNames();

  const find = async (given: string): Promise<Place> => {
    checkNames(given);
    const { path, exists } = await follow(names, await realpath(folder), given);
    // A link may lead to a path that is longer than the one given.
    projectPath(path);
    const name = reservedName(path);
    if (name !== undefined) {
      const leads = path === given ? '' : `, which leads to '${path}'`;
      throw unfit(given, `${leads}; '${name}' is not for graphs. Expected a path such as`, path);
    }
    const graph = store.graphs.at(path) ?? (exists ? await graphOfFile(folder, store, path) : undefined);
    return { path: graph?.path ?? path, graph, isTaken: exists || graph !== undefined };
  };

  return {
    find,
    async free(given, replace) {
      const place = await find(given);
      const { path, graph, isTaken } = place;
      if (!isTaken) return place;
      if (!graph && !(await opens(store, path, join(folder, path)))) {
        throw new Fault(
          'INVALID_REQUEST',
          `'path' is '${path}', where something lies that cannot be read as a graph and is never replaced; expected a path where a graph lies, or nothing.`,
          { path },
        );
      }
      if (replace) return place;
      throw new Fault('DUPLICATE_PATH', `'path' is '${path}', where a graph already exists.`, { path });
    },
  };
};

const unfit = (path: string, why: string, place: string): Fault => {
  const example = `${graphsFolder}/${fitName(basename(place))}`;
  return new Fault('INVALID_REQUEST', `'path' is '${path}'${why} '${example}'.`, { path });
};

/** Names for every system; and none ends like a file but the last, so that no graph lies where a folder must. */
const checkNames = (path: string): void => {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const isFolder = index < names.length - 1;
    if (name === fitName(name) && !(isFolder && /\.json$/i.test(name))) continue;
    const kind = isFolder ? 'folder' : 'file';
    throw unfit(
      path,
      `, where '${name}' is no ${kind} that every system takes. Expected a path such as`,
      path,
    );
  }
};

/** Follows a path as far as it is there: through links, and to names that differ only in letter case or normalisation. */
const follow = async (
  names: FolderNames,
  root: string,
  given: string,
): Promise<{ path: string; exists: boolean }> => {
  const way = given.split('/');
  let place = root;
  for (const [index, name] of way.entries()) {
    const present = await names.find(place, name);
    if (present === undefined) {
      return { path: inside(root, join(place, ...way.slice(index)), given), exists: false };
    }
    place = await realpath(join(place, present)).catch(() => {
      throw unfit(given, `, where '${name}' is a link that leads nowhere. Expected a path such as`, given);
    });
    const path = inside(root, place, given);
    if (index < way.length - 1) await checkFolder(place, path, given);
  }
  return { path: inside(root, place, given), exists: true };
};

/** The project path of what lies in the folder of a project; undefined for the folder itself and all that is outside. */
export const wayTo = (root: string, place: string): string | undefined => {
  const names = relative(root, place).split(sep);
  return names[0] === '' || names[0] === '..' || isAbsolute(names.join(sep)) ? undefined : names.join('/');
};

const inside = (root: string, place: string, given: string): string => {
  const path = wayTo(root, place);
  if (path !== undefined) return path;
  throw unfit(given, ', which leads out of the project folder. Expected a path such as', given);
};

const checkFolder = async (place: string, path: string, given: string): Promise<void> => {
  if (!(await stat(place)).isDirectory()) {
    throw unfit(given, `, where '${path}' is a file. Expected a path such as`, given);
  }
  const [first = path] = path.split('/');
  if (folded(first) !== graphsFolder && (await isProject(place))) {
    throw unfit(given, `, where '${path}' is a project of its own. Expected a path such as`, given);
  }
};

/** The open graph whose file has another name too. */
const graphOfFile = async (
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

/** Whether a file can be opened as a graph; it is opened beside all others, so that its ids do not count. */
const opens = async (store: GraphStore, path: string, file: string): Promise<boolean> => {
  try {
    const apart = { ...store, graphs: new GraphList(), nodes: new Map(), pending: new Set<GraphDocument>() };
    openGraphFile(apart, path, await readText(file));
    return true;
  } catch {
    return false;
  }
};

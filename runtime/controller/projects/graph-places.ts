/** What is at the places of a project folder (description: 'path'; register: C-98). */
import { lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { GraphDocument } from '../graphs/document.ts';
import { folded } from './file-names.ts';
import { createFolderNames, type FolderNames } from './folder-names.ts';
import { projectPath } from './project-path.ts';
import { checkNames, checkReserved, freed, type GraphPlaces, type Place, unfit } from './places.ts';
import { graphsFolder, projectFile } from './project.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { readText } from '../../disk/read-text.ts';
import { resolveInside } from './resolve-inside.ts';
import type { GraphStore } from '../graphs/store.ts';

/** Whether a folder of a project, other than its own, is the head of another. */
export const isProject = (folder: string): Promise<boolean> =>
  lstat(join(folder, projectFile)).then(
    () => true,
    () => false,
  );

export const createGraphPlaces = (folder: string, store: GraphStore): GraphPlaces => {
  const names = createFolderNames();

  const find = async (given: string): Promise<Place> => {
    checkNames(given);
    const { path, exists } = await follow(names, await realpath(folder), given);
    // A link may lead to a path that is longer than the one given.
    projectPath(path);
    checkReserved(path, given);
    const graph = store.graphs.at(path) ?? (exists ? await graphOfFile(folder, store, path) : undefined);
    return { path: graph?.path ?? path, graph, isTaken: exists || graph !== undefined };
  };

  return {
    find,
    async free(given, replace) {
      const place = await find(given);
      return freed(store, place, replace, async () =>
        readText(await resolveInside(folder, place.path), maxProjectFileBytes),
      );
    },
  };
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

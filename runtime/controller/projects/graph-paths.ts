/** Between the titles of graphs and the names of their files. */
import { toGraphFileName, addJsonExtension } from './portable-file-names.ts';
import { normalizeProjectPath } from './project-path.ts';
import { graphsFolder } from './project.ts';

/** The title that a path suggests: its file name without the extension. */
export const getTitleFromPath = (path: string): string =>
  path.replace(/^.*[\\/]/s, '').replace(/\.json$/i, '');

/**
 * Where a graph of this title lies in the project, unless a path is given.
 * @throws Fault INVALID_REQUEST for a path that leads out of the project
 */
export const resolveGraphPath = (title: string, path: string | undefined): string =>
  normalizeProjectPath(
    addJsonExtension(normalizeProjectPath(path ?? `${graphsFolder}/${toGraphFileName(title)}`)),
  );

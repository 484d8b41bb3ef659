/** Converts between the titles of graphs and the names of their files. */
import { toGraphFileName, addJsonExtension } from './portable-file-names.ts';
import { normalizeProjectPath } from './project-path.ts';
import { graphsFolder } from './project.ts';

/** Returns the title that a path suggests: its file name without the extension. */
export const getTitleFromPath = (path: string): string =>
  path.replace(/^.*[\\/]/s, '').replace(/\.json$/i, '');

/**
 * Returns the path of a graph with this title, unless a path is given.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the project
 */
export const resolveGraphPath = (title: string, path: string | undefined): string =>
  normalizeProjectPath(
    addJsonExtension(normalizeProjectPath(path ?? `${graphsFolder}/${toGraphFileName(title)}`)),
  );

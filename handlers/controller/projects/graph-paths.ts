/** Converts between graph titles and file names. */
import { toGraphFileName, addJsonExtension } from './portable-file-names.ts';
import { normalizeProjectPath } from './project-path.ts';
import { graphsFolder } from './project.ts';

/** Returns the file name of a path without its extension. */
export const getTitleFromPath = (path: string): string =>
  path.replace(/^.*[\\/]/s, '').replace(/\.json$/i, '');

/**
 * Returns the given path in normalized form, or a path derived from the title if no path is given.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the project
 */
export const resolveGraphPath = (title: string, path: string | undefined): string =>
  normalizeProjectPath(
    addJsonExtension(normalizeProjectPath(path ?? `${graphsFolder}/${toGraphFileName(title)}`)),
  );

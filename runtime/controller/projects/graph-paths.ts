/** Between the titles of graphs and the names of their files. */
import { fileNameOf, withExtension } from './file-names.ts';
import { projectPath } from './project-path.ts';
import { graphsFolder } from './project.ts';

/** The title that a path suggests: its file name without the extension. */
export const titleOf = (path: string): string => path.replace(/^.*[\\/]/s, '').replace(/\.json$/i, '');

/**
 * Where a graph of this title lies in the project, unless a path is given.
 * @throws Fault INVALID_REQUEST for a path that leads out of the project
 */
export const graphPath = (title: string, path: string | undefined): string =>
  projectPath(withExtension(projectPath(path ?? `${graphsFolder}/${fileNameOf(title)}`)));

/** Between the titles of graphs and the names of their files. */
import { projectPath } from './files.ts';
import { graphsFolder } from './project.ts';

/** The title that a path suggests: its file name without the extension. */
export const titleOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .pop()!
    .replace(/\.json$/i, '');

/**
 * Where a graph of this title lies in the project, unless a path is given.
 * @throws Fault INVALID_REQUEST for a path that leads out of the project
 */
export const graphPath = (title: string, path: string | undefined): string =>
  withExtension(projectPath(path ?? `${graphsFolder}/${fileNameOf(title)}`));

const withExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** A file name for a title: what file systems or paths take amiss becomes a dash, and it ends in time. */
const fileNameOf = (title: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  [...title.replace(/[\u0000-\u001f<>:"/\\|?*]|^\.+/g, '-')].slice(0, longestFileName).join('');

/** In characters of up to four bytes each. */
const longestFileName = 48;

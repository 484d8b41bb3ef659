/** Finds graph files in every place where a project can save graphs, so that all saved graphs open again (C-99). */
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readNoFollowFlags } from '#runtime/shared/safe-path.ts';
import { isProjectFolder, toProjectPath } from './folder-graph-locations.ts';
import { findReservedName, graphFilePattern, isInGraphsFolder } from './graph-locations.ts';
import { foldFileName, maxPathDepth, toGraphFileName } from './project-paths.ts';
import { describeErrorInOneLine } from './project.ts';
import { resolveProjectPath } from './read-file.ts';
import type { Dirent } from 'node:fs';

interface FoundGraphFiles {
  /** Project paths in the order in which to open the files. Originals come before copies. */
  readonly files: readonly string[];
  /** Messages about folders and files that were skipped by the search. */
  readonly notices: readonly string[];
}

/**
 * The maximum number of files and folders to search. Searching this many takes seconds, and no real project contains as
 * many.
 */
const maxEntries = 100_000;

interface FoundFile {
  readonly path: string;
  /** The id and name at the beginning of the file, if it starts like a saved graph. */
  readonly head?: { readonly id: string; readonly name: string } | undefined;
  /** Identifies a file that has several names (hard links). */
  readonly file?: string | undefined;
}

export const findGraphFiles = async (folder: string, limit = maxEntries): Promise<FoundGraphFiles> => {
  const { found, notices } = await searchFolders(await realpath(folder), limit);
  const files: FoundFile[] = [];
  for (const names of groupBy(found.toSorted(compareByPath), ({ path, file }) => file ?? path)) {
    const [first, ...duplicates] = names.sort(compareBySeniority);
    files.push(first);
    for (const { path } of duplicates) {
      notices.push(`${path} and ${first.path} are the same file; the graph is open as ${first.path}.`);
    }
  }
  const graphs = groupBy(files, ({ path, head }) => head?.id || path).map((same) =>
    same.sort(compareBySeniority),
  );
  const originals = graphs.map(([original]) => original);
  const copies = graphs.flatMap(([, ...duplicates]) => duplicates);
  return {
    files: [originals, copies].flatMap((list) => list.toSorted(compareByPath).map(({ path }) => path)),
    notices,
  };
};

/** Returns whether a new or changed file would be opened together with the project. */
export const mayBeGraphFile = async (folder: string, path: string): Promise<boolean> => {
  if (findReservedName(path) !== undefined) return false;
  const absolutePath = await resolveProjectPath(folder, path).catch(() => undefined);
  if (absolutePath === undefined) return false;
  const entry = await lstat(absolutePath).catch(() => undefined);
  if (!entry?.isFile()) return false;
  return isInGraphsFolder(path) || (await readFileHeader(path, absolutePath)).mayBeGraph;
};

const groupBy = <T>(items: readonly T[], getKey: (item: T) => string): [T, ...T[]][] => {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
};

const compareByPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1);

/** Sorts files that contain the same graph. The file named after the graph comes first, and then the shortest paths. */
const compareBySeniority = (a: FoundFile, b: FoundFile): number =>
  Number(isNamedAfterGraph(b)) - Number(isNamedAfterGraph(a)) ||
  a.path.length - b.path.length ||
  compareByPath(a, b);

const isNamedAfterGraph = ({ path, head }: FoundFile): boolean =>
  head !== undefined && foldFileName(basename(path)) === foldFileName(toGraphFileName(head.name));

/**
 * Searches a project's folders, starting with the graphs folder. Links are not followed, because the search finds their
 * targets anyway.
 */
const searchFolders = async (root: string, limit: number) => {
  const found: FoundFile[] = [];
  const notices: string[] = [];
  const pending: { inGraphs: string[]; elsewhere: string[] } = { inGraphs: [], elsewhere: [''] };
  let entryCount = 0;

  const visit = async (path: string, entry: Dirent): Promise<void> => {
    const inGraphs = isInGraphsFolder(path);
    if (entry.isDirectory()) {
      if (!inGraphs && (await isProjectFolder(join(root, path)))) return;
      if (path.split('/').length === maxPathDepth) {
        notices.push(`The folder ${path} was not searched for graphs: it is nested too deeply.`);
      } else pending[inGraphs ? 'inGraphs' : 'elsewhere'].push(path);
    } else if (entry.isFile() && /\.json$/i.test(path)) {
      const file = await readFileHeader(path, join(root, path));
      if (inGraphs || file.mayBeGraph) found.push(file);
    } else if (entry.isSymbolicLink() && inGraphs && (await leadsOutsideGraphs(root, path))) {
      notices.push(`${path} is a link to a place where graphs are not allowed; its target was not opened.`);
    }
  };

  for (;;) {
    const folder = pending.inGraphs.pop() ?? pending.elsewhere.pop();
    if (folder === undefined) return { found, notices };
    try {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (findReservedName(path) !== undefined) continue;
        entryCount += 1;
        if (entryCount > limit) {
          notices.push(`Only the first ${limit} files and folders of the project were searched for graphs.`);
          return { found, notices };
        }
        await visit(path, entry);
      }
    } catch (failure) {
      notices.push(
        `The folder ${folder || '.'} was not searched for graphs: ${describeErrorInOneLine(failure)}`,
      );
    }
  }
};

/**
 * The number of bytes to read from the beginning of a file. They contain the graph's header, unless the graph's name is
 * very long.
 */
const headerBytes = 4096;
const jsonStringPattern = String.raw`"(?:[^"\\]|\\.)*"`;
const headPattern = new RegExp(
  `${graphFilePattern.source}\\s*(${jsonStringPattern})\\s*,\\s*"name"\\s*:\\s*(${jsonStringPattern})`,
);

/**
 * Reads the beginning of a file. An unreadable file counts as a possible graph, so that the error is reported when the
 * file is opened.
 */
const readFileHeader = async (
  path: string,
  absolutePath: string,
): Promise<FoundFile & { mayBeGraph: boolean }> => {
  try {
    const handle = await open(absolutePath, readNoFollowFlags);
    try {
      const { dev, ino, nlink } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      const start = buffer.toString('utf8', 0, bytesRead);
      const file = nlink > 1 ? `${dev}:${ino}` : undefined;
      return { path, file, head: parseFileHeader(start), mayBeGraph: graphFilePattern.test(start) };
    } finally {
      await handle.close();
    }
  } catch {
    return { path, mayBeGraph: true };
  }
};

const parseFileHeader = (start: string): FoundFile['head'] => {
  const [, id, name] = headPattern.exec(start) ?? [];
  if (id === undefined || name === undefined) return undefined;
  try {
    return { id: JSON.parse(id), name: JSON.parse(name) };
  } catch {
    return undefined;
  }
};

const leadsOutsideGraphs = async (root: string, path: string): Promise<boolean> => {
  try {
    const target = toProjectPath(root, await realpath(join(root, path)));
    return target === undefined || findReservedName(target) !== undefined;
  } catch {
    return true;
  }
};

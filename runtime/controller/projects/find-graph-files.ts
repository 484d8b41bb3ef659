/** Which files of a project are graphs: everywhere where one may be saved, so that what was saved opens again (register: C-99). */
import type { Dirent } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openForReading } from '../../disk/inside.ts';
import { fileNameOf, folded } from './file-names.ts';
import { mostNames } from './project-path.ts';
import { isProject, wayTo } from './graph-places.ts';
import { graphBeginning, isInGraphs, reservedName } from './places.ts';
import { firstLine } from './project.ts';
import { resolveInside } from './resolve-inside.ts';

interface FoundGraphFiles {
  /** Project paths in the order in which they are to be opened: copies come behind what they were made of. */
  readonly files: readonly string[];
  /** What was not looked at, or is not opened, and why. */
  readonly notices: readonly string[];
}

/** Files and folders that are looked at: seconds, and more than any project of graphs has. */
const mostEntries = 100_000;

interface Found {
  readonly path: string;
  /** What it says at its beginning, when that is as graphs are saved. */
  readonly head?: { readonly id: string; readonly name: string } | undefined;
  /** The same for each name of a file that has several. */
  readonly file?: string | undefined;
}

export const findGraphFiles = async (folder: string, limit = mostEntries): Promise<FoundGraphFiles> => {
  const { found, notices } = await search(await realpath(folder), limit);
  const files: Found[] = [];
  for (const names of groupBy(found.toSorted(byPath), ({ path, file }) => file ?? path)) {
    const [first, ...others] = names.sort(bySeniority);
    files.push(first);
    for (const { path } of others) {
      notices.push(`${path} and ${first.path} are one file; the graph is open as ${first.path}.`);
    }
  }
  const graphs = groupBy(files, ({ path, head }) => head?.id || path).map((same) => same.sort(bySeniority));
  const originals = graphs.map(([original]) => original);
  const copies = graphs.flatMap(([, ...others]) => others);
  return {
    files: [originals, copies].flatMap((list) => list.toSorted(byPath).map(({ path }) => path)),
    notices,
  };
};

/** Whether a file that has come or changed meanwhile would be opened with the project. */
export const mayBeGraph = async (folder: string, path: string): Promise<boolean> => {
  if (reservedName(path) !== undefined) return false;
  const place = await resolveInside(folder, path).catch(() => undefined);
  if (place === undefined) return false;
  const entry = await lstat(place).catch(() => undefined);
  if (!entry?.isFile()) return false;
  return isInGraphs(path) || (await glance(path, place)).mayBeGraph;
};

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] => {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
};

const byPath = (a: Found, b: Found): number => (a.path < b.path ? -1 : 1);

/** Of files that hold the same graph, the one called after it was there first; else the one with the shorter path. */
const bySeniority = (a: Found, b: Found): number =>
  Number(isCalledAfterGraph(b)) - Number(isCalledAfterGraph(a)) ||
  a.path.length - b.path.length ||
  byPath(a, b);

const isCalledAfterGraph = ({ path, head }: Found): boolean =>
  head !== undefined && folded(basename(path)) === folded(fileNameOf(head.name));

/** Looks through the folders of a project, the one for graphs first. Links are not followed: what they lead to is met itself. */
const search = async (root: string, limit: number) => {
  const found: Found[] = [];
  const notices: string[] = [];
  const pending = { inGraphs: [] as string[], elsewhere: [''] };
  let seen = 0;

  const visit = async (path: string, entry: Dirent): Promise<void> => {
    const inGraphs = isInGraphs(path);
    if (entry.isDirectory()) {
      if (!inGraphs && (await isProject(join(root, path)))) return;
      if (path.split('/').length === mostNames) {
        notices.push(`The folder ${path} was not searched for graphs: it lies too deep.`);
      } else pending[inGraphs ? 'inGraphs' : 'elsewhere'].push(path);
    } else if (entry.isFile() && /\.json$/i.test(path)) {
      const file = await glance(path, join(root, path));
      if (inGraphs || file.mayBeGraph) found.push(file);
    } else if (entry.isSymbolicLink() && inGraphs && (await leadsAstray(root, path))) {
      notices.push(`${path} is a link that leads to no place for graphs; what it leads to was not opened.`);
    }
  };

  for (;;) {
    const folder = pending.inGraphs.pop() ?? pending.elsewhere.pop();
    if (folder === undefined) return { found, notices };
    try {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (reservedName(path) !== undefined) continue;
        seen += 1;
        if (seen > limit) {
          notices.push(`Only the first ${limit} files and folders of the project were searched for graphs.`);
          return { found, notices };
        }
        await visit(path, entry);
      }
    } catch (failure) {
      notices.push(`The folder ${folder || '.'} was not searched for graphs: ${firstLine(failure)}`);
    }
  }
};

/** As far as a graph of usual name has its head. */
const glanceBytes = 4096;
const text = String.raw`"(?:[^"\\]|\\.)*"`;
const headPattern = new RegExp(`${graphBeginning.source}\\s*(${text})\\s*,\\s*"name"\\s*:\\s*(${text})`);

/** Reads the beginning of a file. One that cannot be read may be a graph, and is told of when it is opened. */
const glance = async (path: string, place: string): Promise<Found & { mayBeGraph: boolean }> => {
  try {
    const handle = await open(place, openForReading);
    try {
      const { dev, ino, nlink } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(glanceBytes), 0, glanceBytes, 0);
      const start = buffer.toString('utf8', 0, bytesRead);
      const file = nlink > 1 ? `${dev}:${ino}` : undefined;
      return { path, file, head: headOf(start), mayBeGraph: graphBeginning.test(start) };
    } finally {
      await handle.close();
    }
  } catch {
    return { path, mayBeGraph: true };
  }
};

const headOf = (start: string): Found['head'] => {
  const [, id, name] = headPattern.exec(start) ?? [];
  if (id === undefined || name === undefined) return undefined;
  try {
    return { id: JSON.parse(id), name: JSON.parse(name) };
  } catch {
    return undefined;
  }
};

const leadsAstray = async (root: string, path: string): Promise<boolean> => {
  try {
    const way = wayTo(root, await realpath(join(root, path)));
    return way === undefined || reservedName(way) !== undefined;
  } catch {
    return true;
  }
};

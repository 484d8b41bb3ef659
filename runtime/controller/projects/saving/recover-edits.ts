/** What the edit journal says that may not stand in the files yet: left by a process that was killed (C-66). */
import { join } from 'node:path';
import { readFileLines } from '../../../storage/read-file.ts';
import { getCurrentFormat, graphFileMigrations } from '../format-migrations.ts';
import { describeErrorInOneLine, ProjectError, serviceFolder } from '../project.ts';
import { toVariableDocument } from '../project-file-format.ts';
import type { Variables } from '../../variables/variables.ts';
import { JournalLine, type GraphChangeLine, JournalHeaderLine } from './journal-lines.ts';
import { listSegments } from './edit-journal.ts';
import { hasServiceFolder } from './service-folder.ts';

/** The edits of one graph, oldest first. */
export interface RecoveredGraph {
  /** Where its file lies. */
  readonly path: string;
  /** Prints that its file may have if nobody else wrote it; null stands for no file. */
  readonly hashes: ReadonlySet<string | null>;
  readonly lines: readonly GraphChangeLine[];
}

export interface RecoveredEdits {
  /** Number of the newest segment; 0 when there is none. */
  readonly lastSegment: number;
  readonly graphs: ReadonlyMap<string, RecoveredGraph>;
  /** Files of graphs that were deleted, by project path, with the prints they may have. */
  readonly deletedFiles: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** Brings the variables up to what was said of them last. @returns whether anything was */
  applyVariables(variables: Variables): boolean;
}

interface GraphEditCollector {
  path: string | undefined;
  readonly hashes: Set<string | null>;
  lines: GraphChangeLine[];
}

/**
 * Reads all segments. The last line of a segment may be torn, because whoever wrote it was killed; what stands
 * before it counts.
 * @param project folder of the project
 * @throws ProjectError when a newer version wrote them, or links stand in their place
 */
export const recoverEdits = async (project: string): Promise<RecoveredEdits> => {
  const segments = await listJournalSegments(project);
  const graphs = new Map<string, GraphEditCollector>();
  const deletedFiles = new Map<string, Set<string | null>>();
  const aboutVariables: Extract<JournalLine, { variables: unknown }>[] = [];

  const graphOf = (id: string): GraphEditCollector => {
    const known = graphs.get(id);
    if (known) return known;
    const fresh: GraphEditCollector = { path: undefined, hashes: new Set(), lines: [] };
    graphs.set(id, fresh);
    return fresh;
  };

  const take = (line: JournalLine): void => {
    if ('graph' in line) {
      const gathering = graphOf(line.graph);
      gathering.path = line.path ?? gathering.path;
      if (line.base !== undefined) gathering.hashes.add(line.base);
      gathering.lines.push(line);
    } else if ('writing' in line) {
      graphOf(line.writing).hashes.add(line.print);
    } else if ('removed' in line) {
      if (line.deleted) deletedFiles.set(line.path, graphOf(line.removed).hashes);
      graphs.delete(line.removed);
    } else {
      aboutVariables.push(line);
    }
  };

  for (const { path } of segments) await readSegment(path, take);

  const edited = [...graphs].flatMap(([id, { path, hashes, lines }]) =>
    path !== undefined && lines.length > 0 ? [[id, { path, hashes, lines }] as const] : [],
  );
  return {
    lastSegment: segments.at(-1)?.number ?? 0,
    graphs: new Map(edited),
    deletedFiles,
    applyVariables(variables) {
      for (const line of aboutVariables) {
        for (const id of line.goneVariables) variables.delete(id);
        for (const saved of line.variables) variables.set(saved.id, toVariableDocument(saved));
      }
      return aboutVariables.length > 0;
    },
  };
};

const listJournalSegments = async (project: string): ReturnType<typeof listSegments> => {
  try {
    return hasServiceFolder(project) ? await listSegments(join(project, serviceFolder)) : [];
  } catch (failure) {
    throw new ProjectError(`'${project}' cannot be opened: ${describeErrorInOneLine(failure)}`);
  }
};

/** Takes the lines of a segment up to the first that is none, which a process that was killed may have left behind. */
const readSegment = async (path: string, take: (line: JournalLine) => void): Promise<void> => {
  let isFirst = true;
  const takeLine = (line: string): boolean => {
    if (!isFirst) {
      const parsed = JournalLine.safeParse(parseLine(line));
      if (parsed.success) take(parsed.data);
      return parsed.success;
    }
    isFirst = false;
    const head = JournalHeaderLine.safeParse(parseLine(line));
    if (head.success && head.data.format > getCurrentFormat(graphFileMigrations)) {
      throw new ProjectError(`'${path}' has edits of format ${head.data.format}, of a newer version`);
    }
    return head.success;
  };
  try {
    await readFileLines(path, takeLine);
  } catch (failure) {
    if (failure instanceof ProjectError) throw failure;
    throw new ProjectError(
      `the journal of edits '${path}' cannot be read: ${describeErrorInOneLine(failure)}`,
    );
  }
};

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

interface GraphFileContent {
  readonly layout?: unknown;
  readonly nodes?: unknown;
  readonly connections?: unknown;
}

interface SavedItem {
  readonly id: string;
}

interface SavedNode extends SavedItem {
  readonly values?: object;
}

interface SavedConnection extends SavedItem {
  readonly from: readonly [string, string];
  readonly to: readonly [string, string];
}

/**
 * The content of a graph file with edits applied to it.
 * @param content of the file, in the present format; undefined when there is none
 */
export const applyEdits = (id: string, content: unknown, { lines }: RecoveredGraph): object => {
  const { nodes, connections, layout, ...head } = (content ?? {
    format: getCurrentFormat(graphFileMigrations),
    id,
  }) as GraphFileContent;
  const savedNodes = indexById<SavedNode>(nodes);
  const savedWires = indexById<SavedConnection>(connections);
  // A head without a layout says that there is none.
  let newest: object = layout === undefined ? {} : { layout };
  for (const line of lines) {
    if (line.whole) {
      savedNodes.clear();
      savedWires.clear();
    }
    if (line.head) newest = line.head;
    for (const each of line.goneWires) savedWires.delete(each);
    for (const each of line.goneNodes) savedNodes.delete(each);
    for (const node of line.nodes) savedNodes.set(node.id, node);
    for (const [node, name, value] of line.values) {
      const saved = savedNodes.get(node);
      if (saved) savedNodes.set(node, { ...saved, values: { ...saved.values, [name]: value } });
    }
    const end = (node: string | number): string =>
      typeof node === 'number' ? (line.nodes[node]?.id ?? '') : node;
    for (const [wire, from, fromPort, to, toPort] of line.wires) {
      savedWires.set(wire, { id: wire, from: [end(from), fromPort], to: [end(to), toPort] });
    }
  }
  // Only a file that somebody else has changed meanwhile can lack a node that a wire needs.
  const whole = [...savedWires.values()].filter(
    ({ from, to }) => savedNodes.has(from[0]) && savedNodes.has(to[0]),
  );
  return { ...head, ...newest, nodes: [...savedNodes.values()], connections: whole };
};

const indexById = <T extends SavedItem>(list: unknown): Map<string, T> =>
  new Map((Array.isArray(list) ? (list as T[]) : []).map((entry) => [entry.id, entry]));

/** Reads unsaved edits that a killed process has left in the edit journal (C-66). */
import { join } from 'node:path';
import { readFileLines } from '../read-file.ts';
import { getCurrentFormat, graphFileMigrations } from '../format-migrations.ts';
import { describeErrorInOneLine, ProjectError, serviceFolder } from '../project.ts';
import { toVariableDocument } from '../project-file-format.ts';
import type { Variables } from '../../variables/variables.ts';
import { createHistory } from '../../graphs/history/edit-history.ts';
import {
  applySavedEntries,
  type LineItems,
  fromOrderRuns,
  type OrderRuns,
  toOrderRuns,
} from './history-lines.ts';
import type { SavedHistory } from './history-file.ts';
import { JournalLine, type GraphChangeLine, JournalHeaderLine } from './journal-lines.ts';
import { listSegments } from './edit-journal.ts';
import { hasServiceFolder } from './service-folder.ts';

/** The unsaved edits of one graph, oldest first. */
export interface RecoveredGraph {
  /** The path of the graph file. */
  readonly path: string;
  /** The hashes that the file may have if no other program has changed it; `null` stands for a missing file. */
  readonly hashes: ReadonlySet<string | null>;
  readonly lines: readonly GraphChangeLine[];
}

export interface RecoveredEdits {
  /** The number of the newest segment, or 0 if no segments exist. */
  readonly lastSegment: number;
  readonly graphs: ReadonlyMap<string, RecoveredGraph>;
  /**
   * The files of removed graphs that must still be deleted, keyed by project path. A file is deleted only if its hash
   * is among the given hashes.
   */
  readonly deletedFiles: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** Applies the edits of variables. */
  applyVariables(variables: Variables): void;
}

interface GraphEditCollector {
  path: string | undefined;
  readonly hashes: Set<string | null>;
  lines: GraphChangeLine[];
}

/**
 * Reads all segments. After a crash, the last line of a segment may be incomplete; such a line is ignored.
 * @param project the project folder
 * @throws ProjectError when a newer version has written a segment, or a segment has been replaced by a link
 */
export const recoverEdits = async (project: string): Promise<RecoveredEdits> => {
  const segments = await listJournalSegments(project);
  const graphs = new Map<string, GraphEditCollector>();
  const deletedFiles = new Map<string, Set<string | null>>();
  const variableLines: Extract<JournalLine, { variables: unknown }>[] = [];

  const getOrCreateGraph = (id: string): GraphEditCollector => {
    const existing = graphs.get(id);
    if (existing) return existing;
    const created: GraphEditCollector = { path: undefined, hashes: new Set(), lines: [] };
    graphs.set(id, created);
    return created;
  };

  const addLine = (line: JournalLine): void => {
    if ('graph' in line) {
      const graph = getOrCreateGraph(line.graph);
      graph.path = line.path ?? graph.path;
      if (line.base !== undefined) graph.hashes.add(line.base);
      graph.lines.push(line);
    } else if ('writing' in line) {
      getOrCreateGraph(line.writing).hashes.add(line.print);
    } else if ('removed' in line) {
      if (line.deleted) deletedFiles.set(line.path, getOrCreateGraph(line.removed).hashes);
      graphs.delete(line.removed);
    } else {
      variableLines.push(line);
    }
  };

  for (const { path } of segments) await readSegment(path, addLine);

  const edited = [...graphs].flatMap(([id, { path, hashes, lines }]) =>
    path !== undefined && lines.length > 0 ? [[id, { path, hashes, lines }] as const] : [],
  );
  return {
    lastSegment: segments.at(-1)?.number ?? 0,
    graphs: new Map(edited),
    deletedFiles,
    applyVariables(variables) {
      for (const line of variableLines) {
        for (const id of line.goneVariables) variables.delete(id);
        for (const saved of line.variables) variables.set(saved.id, toVariableDocument(saved));
      }
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

/** Passes each line to `addLine`, and stops at the first invalid line, which may result from a crash. */
const readSegment = async (path: string, addLine: (line: JournalLine) => void): Promise<void> => {
  let isFirst = true;
  const readLine = (line: string): boolean => {
    if (!isFirst) {
      const parsed = JournalLine.safeParse(parseLine(line));
      if (parsed.success) addLine(parsed.data);
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
    await readFileLines(path, readLine);
  } catch (failure) {
    if (failure instanceof ProjectError) throw failure;
    throw new ProjectError(`the edit journal '${path}' cannot be read: ${describeErrorInOneLine(failure)}`);
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

/** The content of a graph's file after the edits in the journal, with the history that belongs to it. */
interface RecoveredContent {
  readonly content: object;
  readonly history: SavedHistory;
}

/**
 * Applies edits to the content of a graph file.
 * @param content the content of the file in the current format; `undefined` if there is no file
 * @param base the history that belongs to the file; `unknown` if the edits were made to another version of the file
 */
export const applyEdits = (
  id: string,
  content: unknown,
  { lines }: RecoveredGraph,
  base?: SavedHistory | 'unknown',
): RecoveredContent => {
  const { nodes, connections, layout, ...head } = (content ?? {
    format: getCurrentFormat(graphFileMigrations),
    id,
  }) as GraphFileContent;
  const savedNodes = indexById<SavedNode>(nodes);
  const savedConnections = indexById<SavedConnection>(connections);
  // A journal line always contains the complete header. If the header has no layout, the graph has no layout.
  let header: object = layout === undefined ? {} : { layout };
  const known = base === 'unknown' ? undefined : base;
  const nodeOrders = createItemOrders(savedNodes.keys(), known?.nodeOrders, known?.nextNodeOrder);
  const connectionOrders = createItemOrders(
    savedConnections.keys(),
    known?.connectionOrders,
    known?.nextConnectionOrder,
  );
  const history = known?.history ?? createHistory();
  let revision = known?.revision ?? 1;
  let isBaseKnown = base !== 'unknown';
  for (const line of lines) {
    if (line.whole) {
      savedNodes.clear();
      savedConnections.clear();
      Object.assign(history, createHistory());
      isBaseKnown = true;
    }
    if (isBaseKnown) revision = applySavedEntries(history, line.history, toLineItems(line)) ?? revision;
    if (line.head) header = line.head;
    for (const each of line.goneWires) savedConnections.delete(each);
    for (const each of line.goneNodes) savedNodes.delete(each);
    for (const node of line.nodes) savedNodes.set(node.id, node);
    nodeOrders.set(
      line.nodes.map((node) => node.id),
      line.nodeOrders,
    );
    for (const [node, name, value] of line.values) {
      const saved = savedNodes.get(node);
      if (saved) savedNodes.set(node, { ...saved, values: { ...saved.values, [name]: value } });
    }
    const toNodeId = (node: string | number): string =>
      typeof node === 'number' ? (line.nodes[node]?.id ?? '') : node;
    for (const [connectionId, from, fromPort, to, toPort] of line.wires) {
      savedConnections.set(connectionId, {
        id: connectionId,
        from: [toNodeId(from), fromPort],
        to: [toNodeId(to), toPort],
      });
    }
    connectionOrders.set(
      line.wires.map(([connectionId]) => connectionId),
      line.wireOrders,
    );
  }
  // Drops connections whose node is missing, which happens only if another program has changed the file.
  const validConnections = [...savedConnections.values()].filter(
    ({ from, to }) => savedNodes.has(from[0]) && savedNodes.has(to[0]),
  );
  const nodesInOrder = nodeOrders.sort([...savedNodes.values()]);
  const connectionsInOrder = connectionOrders.sort(validConnections);
  return {
    content: { ...head, ...header, nodes: nodesInOrder, connections: connectionsInOrder },
    history: {
      ...{ file: '', history, revision },
      ...{ nodeOrders: nodeOrders.toRuns(nodesInOrder), nextNodeOrder: nodeOrders.next },
      connectionOrders: connectionOrders.toRuns(connectionsInOrder),
      nextConnectionOrder: connectionOrders.next,
    },
  };
};

/**
 * Tracks the order numbers of items.
 * @param ids the ids of the items in the file, in order
 * @param runs the numbers of these items; by default, they are numbered consecutively
 * @param first the number of the next item
 */
const createItemOrders = (ids: Iterable<string>, runs: OrderRuns | undefined, first = 0) => {
  const fileIds = [...ids];
  const numbers = runs && fromOrderRuns(runs, fileIds.length);
  const orders = new Map(fileIds.map((id, index) => [id, numbers?.[index] ?? index]));
  let next = Math.max(first, orders.size);
  const getOrder = (id: string): number => orders.get(id) ?? 0;
  return {
    get next() {
      return next;
    },
    /** Sets the numbers of items. Items whose numbers are not known come last. */
    set(changedIds: readonly string[], changedRuns: OrderRuns | undefined): void {
      const changed = changedRuns && fromOrderRuns(changedRuns, changedIds.length);
      for (const [index, id] of changedIds.entries()) {
        const order = changed?.[index] ?? orders.get(id) ?? next;
        orders.set(id, order);
        next = Math.max(next, order + 1);
      }
    },
    sort: <T extends SavedItem>(items: T[]): T[] => items.sort((a, b) => getOrder(a.id) - getOrder(b.id)),
    toRuns: (items: readonly SavedItem[]): OrderRuns =>
      toOrderRuns(items.map(({ id }) => ({ order: getOrder(id) }))),
  };
};

const toLineItems = ({ nodes, wires, values }: GraphChangeLine): LineItems => ({
  values,
  nodes: nodes.map(({ id }) => ({ id })),
  connections: wires.map(([id]) => ({ id })),
});

const indexById = <T extends SavedItem>(list: unknown): Map<string, T> =>
  new Map((Array.isArray(list) ? (list as T[]) : []).map((entry) => [entry.id, entry]));

/**
 * The files that hold the histories of saved graphs (C-324). A history belongs to one version of its graph's file, which
 * it names by its hash. A history that can't be read, or that belongs to another version, is ignored.
 */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import { UnsafeLinkError } from '#runtime/shared/safe-path.ts';
import { hashContent } from '#runtime/shared/content-hash.ts';
import { encodeChunks, encodeUtf8 } from '#runtime/shared/text-encoding.ts';
import { createHistory } from '../../graphs/history/edit-history.ts';
import { getCurrentFormat, graphFileMigrations } from '../format-migrations.ts';
import { serviceFolder } from '../project.ts';
import { readFileText } from '../read-file.ts';
import {
  fromOrderRuns,
  OrderRuns,
  restoreStep,
  SavedStep,
  toOrderRuns,
  stringifyStep,
} from './history-lines.ts';
import { createServiceFolder, hasServiceFolder } from './service-folder.ts';
import type { GraphDocument, GraphHistory } from '../../graphs/graph-document.ts';

const historyFolder = 'history';
/** The largest file that is read. A larger one was not written by this service. */
const maxFileBytes = 256 * 1024 * 1024;

const historyFormat = getCurrentFormat(graphFileMigrations);

const Header = z.object({
  history: z.literal('steps'),
  format: z.literal(historyFormat),
  graph: z.string(),
  /** The hash of the graph's file. */
  file: z.string(),
  /** The hash of the lines below. */
  check: z.string(),
  epoch: z.string(),
  entryCount: z.int(),
  lastNumber: z.int(),
  clock: z.int(),
  revision: z.int(),
  nodeOrders: OrderRuns,
  nextNodeOrder: z.int(),
  connectionOrders: OrderRuns,
  nextConnectionOrder: z.int(),
});

/** The history of a graph as it was when the graph's file was saved. */
export interface SavedHistory {
  /** The hash of the graph's file. */
  readonly file: string;
  readonly history: GraphHistory;
  readonly revision: number;
  /** The order numbers of the items in the file. */
  readonly nodeOrders: OrderRuns;
  readonly nextNodeOrder: number;
  readonly connectionOrders: OrderRuns;
  readonly nextConnectionOrder: number;
}

/** The content of a history's file, once the hash of the graph's file is known. */
export type RenderHistory = (fileHash: string) => Uint8Array;

const isSequential = (runs: OrderRuns): boolean =>
  runs.length === 0 || (runs.length === 1 && runs[0]?.[0] === 0);

/**
 * Serializes the history of a graph as it is now.
 * @returns `undefined` if there is nothing that opening the graph's file wouldn't give, too
 */
const serializeHistory = (graph: GraphDocument): RenderHistory | undefined => {
  const { history, revision, nodes, connections } = graph;
  const [nodeOrders, connectionOrders] = [toOrderRuns(nodes.values()), toOrderRuns(connections.values())];
  // The file contains entries that the journal will receive later. The call's next edit begins another entry.
  history.open = undefined;
  const entryCount = history.entryCount + history.unwritten.length;
  if (entryCount === 0 && isSequential(nodeOrders) && isSequential(connectionOrders)) return undefined;
  const { epoch, lastNumber, clock, steps } = history;
  const lines = encodeChunks(steps.map(stringifyStep));
  return (file) => {
    const header: z.input<typeof Header> = {
      ...{ history: 'steps', format: historyFormat, graph: graph.id, file, check: hashContent(lines) },
      ...{ epoch, entryCount, lastNumber, clock, revision },
      ...{ nodeOrders, nextNodeOrder: graph.nextOrder },
      ...{ connectionOrders, nextConnectionOrder: connections.nextOrder },
    };
    return Buffer.concat([encodeUtf8(`${JSON.stringify(header)}\n`), lines]);
  };
};

/** Parses a history. Returns `undefined` if it is damaged, belongs to another graph, or has another format. */
const parseHistory = (graphId: string, text: string): SavedHistory | undefined => {
  const [head = '', ...stepLines] = text.split('\n');
  const header = Header.parse(JSON.parse(head));
  if (header.graph !== graphId || header.check !== hashContent(text.slice(head.length + 1))) return undefined;
  const { epoch, entryCount, lastNumber, clock } = header;
  const history = Object.assign(createHistory(), { epoch, entryCount, lastNumber, clock });
  for (const line of stepLines) if (line !== '') restoreStep(history, SavedStep.parse(JSON.parse(line)));
  return { ...header, history };
};

/** Whether a path is a folder, and no link to one. */
const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/** Ids of graphs in hand-written files may contain any characters. */
const getFileName = (graphId: string): string => `${hashContent(graphId).slice(0, 32)}.jsonl`;

/** Reads and writes the histories of the graphs of a project. */
export const createHistoryFiles = (project: string) => {
  const folder = join(project, serviceFolder, historyFolder);
  let names: Promise<Set<string>> | undefined;
  const listNames = (): Promise<Set<string>> => {
    names ??= isFolder(folder).then(async (exists) => new Set(exists ? await readdir(folder) : []));
    return names;
  };
  return {
    /** Reads the history of a graph. Returns `undefined` if there is none that can be used. */
    async read(graphId: string): Promise<SavedHistory | undefined> {
      const name = getFileName(graphId);
      if (!(await listNames()).has(name)) return undefined;
      try {
        if (!hasServiceFolder(project)) return undefined;
        return parseHistory(graphId, await readFileText(join(folder, name), maxFileBytes));
      } catch {
        return undefined;
      }
    },
    serialize: serializeHistory,
    /**
     * Replaces the history of a graph.
     * @param content `undefined` to delete it
     * @throws NodeJS.ErrnoException or UnsafeLinkError
     */
    async write(graphId: string, content: Uint8Array | undefined): Promise<void> {
      const name = getFileName(graphId);
      const existing = await listNames();
      if (content === undefined) {
        if (existing.delete(name)) await rm(join(folder, name), { force: true });
        return;
      }
      createServiceFolder(project);
      await mkdir(folder, { mode: 0o700 }).catch((failure: NodeJS.ErrnoException) => {
        if (failure.code !== 'EEXIST') throw failure;
      });
      if (!(await isFolder(folder)))
        throw new UnsafeLinkError(folder, 'where a folder is expected; remove it');
      // Only the owner may read the file, because it may contain secrets.
      await writeAtomically(join(folder, name), content, 0o600);
      existing.add(name);
    },
  };
};

export type HistoryFiles = ReturnType<typeof createHistoryFiles>;

/** Gives an opened graph its history, if all items of its file have opened. */
export const adoptHistory = (
  graph: GraphDocument,
  { history, revision, nodeOrders, nextNodeOrder, connectionOrders, nextConnectionOrder }: SavedHistory,
): void => {
  const nodes = [...graph.nodes.values()];
  const connections = graph.connections.values();
  const nodeNumbers = fromOrderRuns(nodeOrders, nodes.length);
  const connectionNumbers = fromOrderRuns(connectionOrders, connections.length);
  if (!nodeNumbers || !connectionNumbers) return;
  for (const [index, node] of nodes.entries()) node.order = nodeNumbers[index] ?? index;
  for (const [index, connection] of connections.entries())
    connection.order = connectionNumbers[index] ?? index;
  graph.nextOrder = nextNodeOrder;
  graph.connections.nextOrder = nextConnectionOrder;
  Object.assign(graph.history, history);
  graph.revision = Math.max(graph.revision, revision);
};

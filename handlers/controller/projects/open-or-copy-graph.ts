/**
 * Opens graph files. A graph receives new ids if the file contains none, or if an open graph already uses the ids
 * (C-99).
 */
import { markAllChanged } from '../graphs/change-tracking.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { CheckedGraphFile } from './graph-file-format.ts';
import {
  parseGraphFileContent,
  deriveId,
  openCheckedGraph,
  type OpenedGraph,
  assignMissingIds,
  markNewIdsChanged,
} from './open-graph.ts';
import type { ReportLine } from './open-node.ts';

/**
 * Opens a graph file, with new ids if necessary.
 * @throws an error that describes the problem; the store is then left unchanged
 */
export const openOrCopyGraph = (
  store: GraphStore,
  path: string,
  content: unknown,
  report: ReportLine,
): OpenedGraph => {
  const original = parseGraphFileContent(content);
  const file = assignMissingIds(path, original);
  const sourceGraph = findGraphWithSameIds(store, file);
  if (!sourceGraph)
    return markNewIdsChanged(openCheckedGraph(store, path, file, report), file !== original, report);
  const graph = openCheckedGraph(store, path, assignNewIds(store, path, file), report);
  markAllChanged(graph);
  report({
    severity: 'warning',
    message: `${path} has the same ids as ${sourceGraph.path}; it was opened as a copy with new ids.`,
  });
  return { graph, hasNewIds: true };
};

const findGraphWithSameIds = (
  store: GraphStore,
  { id, nodes }: CheckedGraphFile,
): GraphDocument | undefined =>
  store.graphs.get(id) ?? nodes.map((node) => store.nodes.get(node.id)).find((node) => node)?.graph;

const assignNewIds = (store: GraphStore, path: string, file: CheckedGraphFile): CheckedGraphFile => {
  const getNewId = (id: string): string => {
    const derivedId = deriveId(path, id);
    return store.graphs.has(derivedId) || store.nodes.has(derivedId) ? store.newId() : derivedId;
  };
  const ids = new Map(file.nodes.map(({ id }) => [id, getNewId(id)]));
  const toNewEnd = ([nodeId, port]: readonly [string, string]): [string, string] => [
    ids.get(nodeId) ?? nodeId,
    port,
  ];
  return {
    ...file,
    id: getNewId(file.id),
    // biome-ignore lint/style/noNonNullAssertion: every node of the file has a new id
    nodes: file.nodes.map((node) => ({ ...node, id: ids.get(node.id)! })),
    connections: file.connections.map(({ id, from, to }) => ({
      id: deriveId(path, id),
      from: toNewEnd(from),
      to: toNewEnd(to),
    })),
  };
};

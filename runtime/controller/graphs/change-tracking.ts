/** What edits change, gathered until the journal of edits takes it (register: C-66). */
import type { Connection, GraphChanges, GraphDocument, NodeDocument } from './graph-document.ts';

export const createEmptyChanges = (pending: Set<GraphDocument>): GraphChanges => ({
  head: false,
  nodes: new Set(),
  connections: new Set(),
  values: [],
  pending,
});

const getPendingChanges = (graph: GraphDocument): GraphChanges => {
  const { changes } = graph;
  changes.pending.add(graph);
  return changes;
};

export const markHeadChanged = (graph: GraphDocument): void => {
  getPendingChanges(graph).head = true;
};

export const markNodeChanged = ({ graph, id }: NodeDocument): void =>
  void getPendingChanges(graph).nodes.add(id);

/** More values than this are told as the nodes that hold them, so that those written again and again stay few. */
const maxTrackedValues = 64;

/** One value of a node: what is written most, so that not the whole node is told each time. */
export const markValueChanged = (node: NodeDocument, name: string): void => {
  const changes = getPendingChanges(node.graph);
  if (changes.values.length < maxTrackedValues) changes.values.push({ node, name });
  else changes.nodes.add(node.id);
};

export const markConnectionChanged = (wire: Connection): void =>
  void getPendingChanges(wire.from.node.graph).connections.add(wire);

/** The head and every node: where nodes were before a layout stands with each of them. */
export const markLayoutChanged = (graph: GraphDocument): void => {
  markHeadChanged(graph);
  for (const node of graph.nodes.values()) markNodeChanged(node);
};

/** Everything, as of a graph that is new. */
export const markAllChanged = (graph: GraphDocument): void => {
  markLayoutChanged(graph);
  for (const wire of graph.connections.values()) markConnectionChanged(wire);
};

/** Forgets the changes of a graph, because they are written down or the graph has gone. */
export const clearChanges = (graph: GraphDocument): void => {
  const { changes } = graph;
  changes.head = false;
  // Clearing makes a table anew, which costs more than to look.
  if (changes.nodes.size > 0) changes.nodes.clear();
  if (changes.connections.size > 0) changes.connections.clear();
  if (changes.values.length > 0) changes.values = [];
  changes.pending.delete(graph);
};

/** Counts an edit that the runtime would see. */
export const countContentEdit = (graph: GraphDocument): void => {
  graph.revision += 1;
  graph.imageRevision += 1;
};

/** Counts an edit of what only authors see: where nodes are, what notes say, how a graph is laid out. */
export const countLayoutEdit = (graph: GraphDocument): void => {
  graph.revision += 1;
};

/** Collects graph changes until they are written to the edit journal (C-66). */
import { clearUnwrittenEntries, recordRevision } from './history/edit-history.ts';
import type { Connection, GraphChanges, GraphDocument, NodeDocument } from './graph-document.ts';

export const createEmptyChanges = (): GraphChanges => ({
  head: false,
  nodes: new Set(),
  connections: new Set(),
  values: [],
});

const getPendingChanges = (graph: GraphDocument): GraphChanges => {
  graph.session.pending.add(graph);
  return graph.changes;
};

export const markHeadChanged = (graph: GraphDocument): void => {
  getPendingChanges(graph).head = true;
};

export const markNodeChanged = ({ graph, id }: NodeDocument): void =>
  void getPendingChanges(graph).nodes.add(id);

/**
 * The maximum number of changed values to record individually. Above this number, whole nodes are recorded, so that
 * repeated writes of the same values can't make the list grow without limit.
 */
const maxTrackedValues = 1_000;

/**
 * Marks one value of a node as changed. Value changes are the most frequent edits, and recording one value is cheaper
 * than recording the whole node.
 */
export const markValueChanged = (node: NodeDocument, name: string): void => {
  const changes = getPendingChanges(node.graph);
  if (changes.values.length < maxTrackedValues) changes.values.push({ node, name });
  else changes.nodes.add(node.id);
};

export const markConnectionChanged = (connection: Connection): void =>
  void getPendingChanges(connection.from.node.graph).connections.add(connection);

/** Marks the header and all nodes as changed, because each node stores its position before the layout. */
export const markLayoutChanged = (graph: GraphDocument): void => {
  markHeadChanged(graph);
  for (const node of graph.nodes.values()) markNodeChanged(node);
};

/** Marks everything in a new graph as changed. */
export const markAllChanged = (graph: GraphDocument): void => {
  markLayoutChanged(graph);
  for (const connection of graph.connections.values()) markConnectionChanged(connection);
};

/** Clears a graph's changes after they are written, or when the graph is removed. */
export const clearChanges = (graph: GraphDocument): void => {
  const { changes } = graph;
  changes.head = false;
  // Clears only a set that isn't empty, because clearing allocates a new table.
  if (changes.nodes.size > 0) changes.nodes.clear();
  if (changes.connections.size > 0) changes.connections.clear();
  if (changes.values.length > 0) changes.values = [];
  clearUnwrittenEntries(graph.history);
  graph.session.pending.delete(graph);
};

/** Counts an edit that affects execution. */
export const countContentEdit = (graph: GraphDocument): void => {
  graph.revision += 1;
  graph.imageRevision += 1;
  recordRevision(graph);
};

/** Counts an edit that affects only the editor: node positions, notes and layout settings. */
export const countLayoutEdit = (graph: GraphDocument): void => {
  graph.revision += 1;
  recordRevision(graph);
};

/** What edits change, gathered until the journal of edits takes it (register: C-66). */
import type { Connection, GraphChanges, GraphDocument, NodeDocument } from './document.ts';

export const noChanges = (pending: Set<GraphDocument>): GraphChanges => ({
  head: false,
  nodes: new Set(),
  wires: new Set(),
  values: [],
  pending,
});

const changesOf = (graph: GraphDocument): GraphChanges => {
  const { changes } = graph;
  changes.pending.add(graph);
  return changes;
};

export const touchHead = (graph: GraphDocument): void => {
  changesOf(graph).head = true;
};

export const touchNode = ({ graph, id }: NodeDocument): void => void changesOf(graph).nodes.add(id);

/** More values than this are told as the nodes that hold them, so that those written again and again stay few. */
const mostValues = 64;

/** One value of a node: what is written most, so that not the whole node is told each time. */
export const touchValue = (node: NodeDocument, name: string): void => {
  const changes = changesOf(node.graph);
  if (changes.values.length < mostValues) changes.values.push({ node, name });
  else changes.nodes.add(node.id);
};

export const touchWire = (wire: Connection): void => void changesOf(wire.from.node.graph).wires.add(wire);

/** The head and every node: where nodes were before a layout stands with each of them. */
export const touchLayout = (graph: GraphDocument): void => {
  touchHead(graph);
  for (const node of graph.nodes.values()) touchNode(node);
};

/** Everything, as of a graph that is new. */
export const touchAll = (graph: GraphDocument): void => {
  touchLayout(graph);
  for (const wire of graph.connections.values()) touchWire(wire);
};

/** Forgets the changes of a graph, because they are written down or the graph has gone. */
export const clearChanges = (graph: GraphDocument): void => {
  const { changes } = graph;
  changes.head = false;
  // Clearing makes a table anew, which costs more than to look.
  if (changes.nodes.size > 0) changes.nodes.clear();
  if (changes.wires.size > 0) changes.wires.clear();
  if (changes.values.length > 0) changes.values = [];
  changes.pending.delete(graph);
};

/** Counts an edit that the runtime would see. */
export const countEdit = (graph: GraphDocument): void => {
  graph.revision += 1;
  graph.imageRevision += 1;
};

/** Counts an edit of what only authors see: where nodes are, what notes say, how a graph is laid out. */
export const countArrangement = (graph: GraphDocument): void => {
  graph.revision += 1;
};

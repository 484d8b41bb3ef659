/** The contents that a graph should have, according to the description and to earlier responses. */
import type { Id } from '../target/id.ts';
import type { TargetNode, TargetPort } from '../audit-helpers/node-type-survey.ts';

export interface ModelNode {
  readonly id: Id;
  readonly category: string;
  /** Whether the node was created together with the graph. It is not documented whether such a node can be deleted. */
  readonly isDefault: boolean;
  /**
   * Whether the node has a Generic port. As soon as that port is connected, a target may show other types for it and
   * for the node's other ports.
   */
  readonly hasGenericPort: boolean;
  /** The node's ports, as the target listed them last. */
  ports: readonly TargetPort[];
  /**
   * The location that the target showed after the node was last placed or moved, or `undefined` if the target shows
   * none.
   */
  location: readonly unknown[];
  /** The note as it was read after its last write. */
  note?: unknown;
}

export interface ModelConnection {
  /** The id that the target assigned, or `undefined` if the target shows no id. */
  readonly id: Id | undefined;
  readonly output: Id;
  readonly input: Id;
}

export interface ModelGraph {
  readonly id: string;
  readonly nodes: Map<Id, ModelNode>;
  connections: readonly ModelConnection[];
  /**
   * The value that was read after the last write to each port, keyed by port id. Ports without an entry may hold any
   * value.
   */
  readonly values: Map<Id, unknown>;
  readonly expanded: Set<Id>;
  readonly disabled: Set<Id>;
  /** The parent of each sub-port, including hidden sub-ports. */
  readonly parents: Map<Id, Id>;
}

/** A copy of a graph. The kit never edits the copy, so it must never change. */
interface GraphCopy {
  readonly id: string;
  readonly contents: unknown;
}

export interface Model {
  readonly graphs: ModelGraph[];
  readonly copies: GraphCopy[];
}

export interface ModelPort {
  readonly node: ModelNode;
  readonly port: TargetPort;
}

export const createModel = (): Model => ({ graphs: [], copies: [] });

export const createModelGraph = (id: string): ModelGraph => ({
  id,
  nodes: new Map(),
  connections: [],
  values: new Map(),
  expanded: new Set(),
  disabled: new Set(),
  parents: new Map(),
});

export const createModelNode = (
  { id, category, ports }: TargetNode,
  location: readonly unknown[],
  isDefault = false,
): ModelNode => ({
  id,
  category,
  isDefault,
  hasGenericPort: ports.some(({ type }) => type === 'Generic'),
  ports,
  location,
});

/** Returns the visible ports of a graph. The ports of the deepest node come last. */
export const listModelPorts = (graph: ModelGraph): ModelPort[] =>
  [...graph.nodes.values()].flatMap((node) => node.ports.map((port) => ({ node, port })));

const isEndpoint = (connection: ModelConnection, portId: Id): boolean =>
  connection.output === portId || connection.input === portId;

export const listConnectionsAt = (graph: ModelGraph, portId: Id): readonly ModelConnection[] =>
  graph.connections.filter((connection) => isEndpoint(connection, portId));

/**
 * Returns a port and all ports that share its value: its sub-ports, its parent, and the other sub-ports of its parent.
 */
export const listPortFamily = (graph: ModelGraph, portId: Id): readonly Id[] => {
  const head = graph.parents.get(portId) ?? portId;
  return [head, ...[...graph.parents].filter(([, parent]) => parent === head).map(([child]) => child)];
};

/** Whether a connection may determine the value of a port. */
export const isDriven = (graph: ModelGraph, portId: Id): boolean =>
  listPortFamily(graph, portId).some((id) => listConnectionsAt(graph, id).length > 0);

/** Marks the value of a port as unknown. */
export const forgetValue = (graph: ModelGraph, portId: Id): void => {
  for (const id of listPortFamily(graph, portId)) graph.values.delete(id);
};

/** Returns the connections of all ports of a node, including hidden ports. */
export const listNodeConnections = (graph: ModelGraph, node: ModelNode): readonly ModelConnection[] => {
  const ownPortIds = new Set(node.ports.flatMap(({ id }) => listPortFamily(graph, id)));
  return graph.connections.filter(({ output, input }) => ownPortIds.has(output) || ownPortIds.has(input));
};

/**
 * Creates a function that checks whether a node has anything to lose: a written value, a connection, or an expanded or
 * disabled port.
 */
export const hasEdits =
  (graph: ModelGraph) =>
  ({ ports }: ModelNode): boolean =>
    ports.some(
      ({ id }) =>
        graph.values.has(id) ||
        graph.expanded.has(id) ||
        graph.disabled.has(id) ||
        listConnectionsAt(graph, id).length > 0,
    );

/** Whether a connection between two nodes would close a cycle. */
export const closesCycle = (graph: ModelGraph, from: ModelNode, to: ModelNode): boolean => {
  const pending = [to];
  const visited = new Set(pending);
  const owners = new Map(
    [...graph.nodes.values()].flatMap((node) =>
      node.ports.flatMap(({ id }) => listPortFamily(graph, id).map((portId) => [portId, node] as const)),
    ),
  );
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node === from) return true;
    const current = node;
    for (const connection of graph.connections) {
      const next = owners.get(connection.input);
      if (owners.get(connection.output) !== current || !next || visited.has(next)) continue;
      visited.add(next);
      pending.push(next);
    }
  }
  return false;
};

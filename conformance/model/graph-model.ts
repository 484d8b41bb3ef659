/** The expected contents of a graph, from the description and the responses. */
import type { Id } from '../target/id.ts';
import type { TargetNode, TargetPort } from '../audit-helpers/node-type-survey.ts';

export interface ModelNode {
  readonly id: Id;
  readonly category: string;
  /** Was created with the graph; whether it can be deleted is undocumented. */
  readonly isDefault: boolean;
  /** Has a Generic port: a target may show another type there, and elsewhere on the node, once it is connected. */
  readonly hasGenericPort: boolean;
  /** As listed last. */
  ports: readonly TargetPort[];
  /** As the target showed it after the last placement or move; undefined if it shows none. */
  location: readonly unknown[];
  /** What was read after the note was last written. */
  note?: unknown;
}

export interface ModelConnection {
  /** The id that the target assigned; undefined if it shows none. */
  readonly id: Id | undefined;
  readonly output: Id;
  readonly input: Id;
}

export interface ModelGraph {
  readonly id: string;
  readonly nodes: Map<Id, ModelNode>;
  connections: readonly ModelConnection[];
  /** What was read after a port was last written, by port id; other ports may hold anything. */
  readonly values: Map<Id, unknown>;
  readonly expanded: Set<Id>;
  readonly disabled: Set<Id>;
  /** The parent of each sub-port, hidden ones included. */
  readonly parents: Map<Id, Id>;
}

/** A copy that is never edited, and so never changes. */
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

/** The visible ports of a graph, the deepest node last. */
export const listModelPorts = (graph: ModelGraph): ModelPort[] =>
  [...graph.nodes.values()].flatMap((node) => node.ports.map((port) => ({ node, port })));

const isEndpoint = (connection: ModelConnection, portId: Id): boolean =>
  connection.output === portId || connection.input === portId;

export const listConnectionsAt = (graph: ModelGraph, portId: Id): readonly ModelConnection[] =>
  graph.connections.filter((connection) => isEndpoint(connection, portId));

/** A port with those that share its value: its sub-ports, its parent and the parent's other sub-ports. */
export const listPortFamily = (graph: ModelGraph, portId: Id): readonly Id[] => {
  const head = graph.parents.get(portId) ?? portId;
  return [head, ...[...graph.parents].filter(([, parent]) => parent === head).map(([child]) => child)];
};

/** Whether a connection may decide the value of a port. */
export const isDriven = (graph: ModelGraph, portId: Id): boolean =>
  listPortFamily(graph, portId).some((id) => listConnectionsAt(graph, id).length > 0);

/** Marks the value of a port as unknown. */
export const forgetValue = (graph: ModelGraph, portId: Id): void => {
  for (const id of listPortFamily(graph, portId)) graph.values.delete(id);
};

/** The connections of all ports of a node, hidden ones included. */
export const listNodeConnections = (graph: ModelGraph, node: ModelNode): readonly ModelConnection[] => {
  const ownPortIds = new Set(node.ports.flatMap(({ id }) => listPortFamily(graph, id)));
  return graph.connections.filter(({ output, input }) => ownPortIds.has(output) || ownPortIds.has(input));
};

/** Whether a node has something to lose: a written value, a connection, an expanded or disabled port. */
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

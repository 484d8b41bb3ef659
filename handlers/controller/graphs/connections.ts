/** Checks and makes connections (description: 'Port', connection compatibility; C-04 to C-06). */
import { ApiError } from '#spec/errors.ts';
import { canConnectTypes } from '#spec/port-compatibility.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { PortType } from '#spec/values.ts';
import {
  type Connection,
  type GraphDocument,
  isPortInUse,
  type NodeDocument,
  type PortEnd,
} from './graph-document.ts';
import { isSubPort } from './sub-ports.ts';
import type { NodeCatalog } from './node-catalog.ts';

const describePort = ({ node, port }: PortEnd): string => `'${port.name}' of ${node.type.enumValue}`;

const isDataPort = ({ port }: PortEnd): boolean => port.type !== 'Trigger' && port.type !== 'Button';

/** Creates a breadth-first search through pure nodes, either along connections or against their direction. */
const createGraphSearch = (
  start: NodeDocument,
  listNeighbors: (node: NodeDocument) => Iterable<NodeDocument>,
) => {
  const pending = [start];
  const visited = new Set(pending);
  return {
    visited,
    get ended() {
      return pending.length === 0;
    },
    step(): void {
      const node = pending.pop();
      if (node === undefined) return;
      for (const next of listNeighbors(node)) {
        if (next.type.kind !== 'pure' || visited.has(next)) continue;
        visited.add(next);
        pending.push(next);
      }
    },
  };
};

function* listSuccessors(node: NodeDocument): Iterable<NodeDocument> {
  for (const connections of node.outgoing.values()) for (const { to } of connections) yield to.node;
}

function* listPredecessors(node: NodeDocument): Iterable<NodeDocument> {
  for (const connections of node.incoming.values()) for (const { from } of connections) yield from.node;
}

/**
 * Returns whether a path through pure nodes leads from one node to another. Searches alternately from both ends,
 * because one end is nearly always at the edge of the graph, and the search then stays short even in a large graph.
 */
const hasPurePath = (from: NodeDocument, goal: NodeDocument): boolean => {
  const forward = createGraphSearch(from, listSuccessors);
  const backward = createGraphSearch(goal, listPredecessors);
  while (!forward.visited.has(goal) && !backward.visited.has(from)) {
    if (forward.ended || backward.ended) return false;
    forward.step();
    backward.step();
  }
  return true;
};

/**
 * Returns whether this connection could close a data cycle of pure nodes. Checks only the connections at its two ends.
 */
export const mayCloseCycle = (from: PortEnd, to: PortEnd): boolean =>
  isDataPort(from) &&
  from.node.type.kind === 'pure' &&
  to.node.type.kind === 'pure' &&
  (from.node === to.node || (from.node.incoming.size > 0 && to.node.outgoing.size > 0));

export const closesCycle = (from: PortEnd, to: PortEnd): boolean =>
  mayCloseCycle(from, to) && hasPurePath(to.node, from.node);

/**
 * Finds the connection between two ports. Searches the port that has fewer connections, because a trigger may have
 * thousands.
 */
const findConnectionBetween = (from: PortEnd, to: PortEnd): Connection | undefined => {
  const outgoing = from.node.outgoing.get(from.port.name);
  const incoming = to.node.incoming.get(to.port.name);
  if (!outgoing || !incoming) return undefined;
  for (const connection of outgoing.length < incoming.length ? outgoing : incoming) {
    if (isSamePort(connection.from, from) && isSamePort(connection.to, to)) return connection;
  }
  return undefined;
};

const isSamePort = (a: PortEnd, b: PortEnd): boolean => a.node === b.node && a.port.name === b.port.name;

/**
 * Finds the connection that a new connection to this port would replace. A data input has at most one connection unless
 * its type allows more, but a trigger input may have many.
 */
export const findReplacedConnection = ({ node, port }: PortEnd): Connection | undefined =>
  port.type === 'Trigger' || port.takesMany ? undefined : node.incoming.get(port.name)?.[0];

/**
 * Checks the direction, types and uniqueness of a connection, but doesn't check for cycles.
 * @param catalog the catalog used to suggest converter nodes for incompatible types
 * @throws ApiError INCOMPATIBLE_TYPES or DUPLICATE_CONNECTION
 */
export const checkPortPair = (catalog: NodeCatalog, from: PortEnd, to: PortEnd): void => {
  if (from.port.direction !== 'output' || to.port.direction !== 'input') {
    throw new ApiError(
      'INCOMPATIBLE_TYPES',
      `A connection runs from an output port to an input port; ${describePort(from)} is an ${from.port.direction} and ${describePort(to)} is an ${to.port.direction}.`,
    );
  }
  for (const { node, port } of [from, to]) if (port.isMissing) throw createMissingPortError(node, port);
  const [outputType, inputType] = [from.port.type, to.port.type];
  if (!canConnectTypes(outputType, inputType)) {
    throw new ApiError(
      'INCOMPATIBLE_TYPES',
      `${describePort(from)} is of type ${outputType} and does not connect to ${describePort(to)} of type ${inputType}.`,
      { outputType, inputType, converters: suggestConverters(catalog, outputType, inputType) },
    );
  }
  checkDuplicate(from, to);
};

export const createMissingPortError = ({ type, id }: NodeDocument, { name }: PortDeclaration): ApiError =>
  new ApiError(
    'PORT_NOT_FOUND',
    `'${name}' of ${type.enumValue} is missing: the graph that the node runs has no such input or output any more.`,
    undefined,
    `GET /api/nodes/${id} shows its ports; GET /api/variables shows the inputs and outputs of graphs.`,
  );

/** Returns whether a connection carries nothing, because one of its ports is missing or their types don't fit. */
export const isBrokenConnection = ({ from, to }: Connection): boolean =>
  (from.node.type.portsFor ?? to.node.type.portsFor) !== undefined &&
  (from.port.isMissing || to.port.isMissing || !canConnectTypes(from.port.type, to.port.type));

/**
 * Checks that the two ports are not connected yet.
 * @throws ApiError DUPLICATE_CONNECTION
 */
export const checkDuplicate = (from: PortEnd, to: PortEnd): void => {
  const existing = findConnectionBetween(from, to);
  if (existing) {
    throw new ApiError(
      'DUPLICATE_CONNECTION',
      `${describePort(from)} is already connected to ${describePort(to)}.`,
      { connectionId: existing.id },
    );
  }
};

/**
 * Checks a connection against all rules, including the rule against cycles.
 * @throws ApiError INCOMPATIBLE_TYPES, DUPLICATE_CONNECTION or CYCLIC_CONNECTION
 */
export const checkConnection = (catalog: NodeCatalog, from: PortEnd, to: PortEnd): void => {
  checkPortPair(catalog, from, to);
  if (closesCycle(from, to)) throw createCycleError(from, to);
};

export const createCycleError = (from: PortEnd, to: PortEnd): ApiError =>
  new ApiError(
    'CYCLIC_CONNECTION',
    `Connecting ${describePort(from)} to ${describePort(to)} would close a data cycle of pure nodes.`,
  );

interface ConverterSuggestion {
  /** The enum value of the node type. */
  readonly category: string;
  readonly input: string;
  readonly output: string;
}

/** The maximum number of suggestions. Further candidates need more inputs than just the value. */
const maxSuggestions = 3;

/** Lists pure node types that convert one type to another. Types with the fewest inputs come first. */
const suggestConverters = (catalog: NodeCatalog, from: PortType, to: PortType): ConverterSuggestion[] =>
  catalog
    .listVisible()
    .filter(({ kind }) => kind === 'pure')
    .flatMap(({ enumValue, ports }) => {
      const [input, ...otherInputs] = ports.filter(({ direction }) => direction === 'input');
      const output = ports.find(({ direction, type }) => direction === 'output' && type === to);
      if (!input || !output || !canConnectTypes(from, input.type)) return [];
      return [{ category: enumValue, input: input.name, output: output.name, needs: otherInputs.length }];
    })
    .sort((a, b) => a.needs - b.needs)
    .slice(0, maxSuggestions)
    .map(({ needs: _, ...converter }) => converter);

/** Adds a new connection to its graph and to the ports at both ends. */
export const attachConnection = (id: string, from: PortEnd, to: PortEnd): Connection => {
  const connection: Connection = { id, from, to, index: 0, order: 0 };
  from.node.graph.connections.add(connection);
  addToEnds(connection);
  return connection;
};

/** Removes a connection from its graph and from the ports at both ends. */
export const detachConnection = (connection: Connection): void => {
  const { from, to } = connection;
  from.node.graph.connections.remove(connection);
  from.node.outgoing.remove(from.port.name, connection);
  to.node.incoming.remove(to.port.name, connection);
  removeUnusedPort(from);
  removeUnusedPort(to);
};

/** Removes a missing port that has lost its last connection. */
const removeUnusedPort = ({ node, port }: PortEnd): void => {
  if (!port.isMissing) return;
  node.ports = node.ports.filter((each) => !each.isMissing || isSubPort(each) || isPortInUse(node, each));
};

const addToEnds = (connection: Connection): void => {
  const { from, to } = connection;
  from.node.outgoing.add(from.port.name, connection);
  to.node.incoming.add(to.port.name, connection);
  addMissingPort(from);
  addMissingPort(to);
};

/** Adds a missing port again that was removed together with its last connection. */
const addMissingPort = ({ node, port }: PortEnd): void => {
  if (!port.isMissing || isSubPort(port) || node.ports.includes(port)) return;
  node.ports = [...node.ports, port];
};

/** Reattaches connections that were detached, at their former positions. */
export const restoreConnections = (graph: GraphDocument, detached: readonly Connection[]): void => {
  graph.connections.insert(detached);
  for (const connection of detached) addToEnds(connection);
  for (const side of new Set(detached.flatMap(({ from, to }) => [from.node.outgoing, to.node.incoming])))
    side.sort();
};

export const listConnections = (node: NodeDocument): Connection[] =>
  [...node.incoming.values(), ...node.outgoing.values()].flat();

/** Edits of a graph. Each edit is either made completely or changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { coerceValue } from '#spec/coerce-value.ts';
import { ApiError } from '#spec/errors.ts';
import { defaultNote } from '#spec/note-styles.ts';
import { defaultAspectRatio } from '#spec/rest/layout.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { canConnectTypes } from '#spec/port-compatibility.ts';
import type { Json, PortType } from '#spec/values.ts';
import {
  clearChanges,
  countContentEdit,
  countLayoutEdit,
  createEmptyChanges,
  markAllChanged,
  markConnectionChanged,
  markNodeChanged,
  markValueChanged,
} from './change-tracking.ts';
import { ConnectionList, PortConnections } from './connection-lists.ts';
import {
  attachConnection,
  checkConnection,
  createMissingPortError,
  detachConnection,
  findReplacedConnection,
  listConnections,
} from './connections.ts';
import {
  type Connection,
  findPortByKey,
  getPortKey,
  type GraphDocument,
  isPortInUse,
  isWritablePort,
  type NodeDocument,
  type PortEnd,
  toStoredValue,
} from './graph-document.ts';
import {
  createEditSession,
  createHistory,
  recordAddition,
  recordNodeState,
  recordPosition,
  recordRemoval,
  recordValue,
} from './history/edit-history.ts';
import { checkGraphSize, computeGrowth, measureHeadBytes, measureNode, remeasureNode } from './file-size.ts';
import { type GraphStore, requirePortEnd } from './graph-store.ts';
import { insertSubPorts, isExpandablePort, isSubPort } from './sub-ports.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';

/** Most nodes share this set, because few have disabled or expanded ports. */
const noKeys: ReadonlySet<string> = new Set();

const updateKeys = (keys: ReadonlySet<string>, key: string, current: boolean): ReadonlySet<string> => {
  const others = [...keys].filter((other) => other !== key);
  return new Set(current ? [...others, key] : others);
};

/** Creates a node. The caller must measure the node and add it to its graph. */
export const createNode = (
  store: GraphStore,
  graph: GraphDocument,
  type: NodeType,
  locationX: number,
  locationY: number,
): NodeDocument => ({
  id: store.newId(),
  graph,
  type,
  locationX,
  locationY,
  values: {},
  ports: type.ports,
  incoming: new PortConnections(),
  outgoing: new PortConnections(),
  disabled: noKeys,
  expanded: noKeys,
  bytes: 0,
  order: 0,
  ...(type.kind === 'note' && { note: defaultNote }),
});

/** Adds a node after all other nodes of its graph. */
export const insertNode = (store: GraphStore, node: NodeDocument): void => {
  node.order = node.graph.nextOrder;
  node.graph.nextOrder += 1;
  attachNode(store, node);
};

/** Adds a node to the end of the graph's list of nodes without changing the node's order. */
export const attachNode = (store: GraphStore, node: NodeDocument): void => {
  node.graph.nodes.set(node.id, node);
  node.graph.bytes += node.bytes;
  indexNode(store, node);
};

const indexNode = (store: GraphStore, node: NodeDocument): void => {
  store.nodes.set(node.id, node);
  if (node.type.portsFor && runsGraphs(node.type)) store.callers.add(node);
};

const unindexNode = (store: GraphStore, node: NodeDocument): void => {
  store.nodes.delete(node.id);
  if (node.type.portsFor) store.callers.delete(node);
};

/** Returns whether the ports of a node depend on the graph that it runs. */
export const runsGraphs = ({ ports }: NodeType): boolean =>
  ports.some(({ optionsFrom, affectsNodePorts }) => optionsFrom === 'graphs' && affectsNodePorts);

/** Removes a node from its graph, but not its connections. */
export const detachNode = (store: GraphStore, node: NodeDocument): void => {
  const { id, graph, bytes } = node;
  graph.nodes.delete(id);
  graph.bytes -= bytes;
  unindexNode(store, node);
};

/** Counts the addition or removal of nodes as one edit. Note nodes don't count as affecting execution. */
export const countNodeEdit = (nodes: readonly NodeDocument[]): void => {
  const [first] = nodes;
  if (!first) return;
  for (const node of nodes) markNodeChanged(node);
  (nodes.every(isNote) ? countLayoutEdit : countContentEdit)(first.graph);
};

const isNote = ({ type }: NodeDocument): boolean => type.kind === 'note';

/** Creates a graph without nodes. The caller must add the graph to a store. */
export const createEmptyGraph = (
  id: string,
  name: string,
  path: string,
  session = createEditSession(() => new Date(0)),
): GraphDocument => ({
  id,
  name,
  path,
  nodes: new Map(),
  connections: new ConnectionList(),
  plainIds: true,
  revision: 1,
  imageRevision: 1,
  syncedRevision: undefined,
  session,
  changes: createEmptyChanges(),
  history: createHistory(),
  nextOrder: 0,
  running: false,
  idle: false,
  live: new Map(),
  layout: { aspectRatio: defaultAspectRatio, saved: undefined },
  bytes: measureHeadBytes({ name }),
});

/** Adds a graph with Start and OnNewFrame nodes, unless these types are blocked. */
export const addGraph = (store: GraphStore, name: string, path: string): GraphDocument => {
  const graph = createEmptyGraph(store.newId(), name, path, store.session);
  store.graphs.add(graph);
  for (const [row, category] of ['Start', 'OnNewFrame'].entries()) {
    const type = store.catalog.find(category);
    if (type) insertNode(store, measureNode(createNode(store, graph, type, 0, row * 160)));
  }
  markAllChanged(graph);
  return graph;
};

export const removeGraph = (store: GraphStore, graph: GraphDocument): void => {
  for (const node of graph.nodes.values()) unindexNode(store, node);
  store.graphs.delete(graph.id);
  clearChanges(graph);
};

/** Restores a removed graph and marks all of its content as changed. */
export const restoreGraph = (store: GraphStore, graph: GraphDocument): void => {
  store.graphs.add(graph);
  for (const node of graph.nodes.values()) indexNode(store, node);
  markAllChanged(graph);
};

/**
 * Removes a node and its connections.
 * @returns the removed connections
 */
export const removeNode = (store: GraphStore, node: NodeDocument): Connection[] => {
  const connections = [...new Set(listConnections(node))];
  detachConnections(connections);
  detachNode(store, node);
  recordRemoval(node.graph, [node], connections);
  countNodeEdit([node]);
  return connections;
};

/** Removes nodes and their connections, without counting an edit. */
export const removeNodes = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
): void => {
  const connections = [...new Set(nodes.flatMap(listConnections))];
  detachConnections(connections);
  for (const node of nodes) {
    detachNode(store, node);
    markNodeChanged(node);
  }
  recordRemoval(graph, nodes, connections);
};

/** Adds new nodes, and connections that are known to be valid, without counting an edit. */
export const addItems = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  ends: readonly { readonly from: PortEnd; readonly to: PortEnd }[],
): Connection[] => {
  for (const node of nodes) {
    insertNode(store, node);
    markNodeChanged(node);
  }
  const connections = ends.map(({ from, to }) => attachConnection(store.newId(), from, to));
  for (const connection of connections) markConnectionChanged(connection);
  recordAddition(graph, nodes, connections);
  return connections;
};

export const moveNode = (node: NodeDocument, locationX: number, locationY: number): void => {
  recordPosition(node, locationX, locationY);
  node.locationX = locationX;
  node.locationY = locationY;
  markNodeChanged(node);
  countLayoutEdit(node.graph);
};

/**
 * Returns the connection with this id.
 * @throws ApiError CONNECTION_NOT_FOUND
 */
export const findConnection = (graph: GraphDocument, connectionId: string): Connection => {
  const connection = graph.connections.get(connectionId);
  if (connection) return connection;
  throw new ApiError('CONNECTION_NOT_FOUND', `No connection of this graph has the id '${connectionId}'.`);
};

export const disconnectPorts = (connection: Connection): void => {
  const { graph } = connection.from.node;
  removeConnections(graph, [connection]);
  countContentEdit(graph);
};

const removeConnections = (graph: GraphDocument, connections: readonly Connection[]): void => {
  detachConnections(connections);
  recordRemoval(graph, [], connections);
};

const detachConnections = (connections: readonly Connection[]): void => {
  for (const connection of connections) {
    detachConnection(connection);
    markConnectionChanged(connection);
  }
};

/**
 * Disables or enables a trigger port.
 * @throws ApiError TYPE_IMMUTABLE for a port that isn't a trigger, or GRAPH_RUNNING
 */
export const setPortDisabled = ({ node, port }: PortEnd, disabled: boolean): void => {
  if (port.type !== 'Trigger') {
    throw new ApiError(
      'TYPE_IMMUTABLE',
      `'${port.name}' of ${node.type.enumValue} is of type ${port.type}; only Trigger ports are disabled or enabled.`,
    );
  }
  if (node.graph.running) throw createGraphRunningError(node.graph);
  if (node.fileNode) {
    throw new ApiError(
      'TYPE_IMMUTABLE',
      `The node type '${node.type.enumValue}' is missing here, so that the ports of the node cannot be changed.`,
    );
  }
  const key = getPortKey(port);
  if (node.disabled.has(key) === disabled) return;
  if (disabled) checkGraphSize(node.graph, key.length + 3);
  const before = { disabled: node.disabled };
  node.disabled = updateKeys(node.disabled, key, disabled);
  recordNodeState(node, before, { disabled: node.disabled });
  remeasureNode(node);
  markNodeChanged(node);
  countContentEdit(node.graph);
};

/**
 * Shows or hides the sub-ports of a Vector or Color port. Values and connections are not affected, because hidden
 * sub-ports still work.
 * @throws ApiError INVALID_REQUEST for a port of another type
 */
export const setPortExpanded = (store: GraphStore, { node, port }: PortEnd, expanded: boolean): void => {
  if (!isExpandablePort(port)) {
    throw new ApiError(
      'INVALID_REQUEST',
      `'${port.name}' of ${node.type.enumValue} is of type ${port.type}; only Vector and Color ports expand.`,
      undefined,
      `GET /api/nodes/${node.id}/ports shows which ports are expandable.`,
    );
  }
  const key = getPortKey(port);
  if (node.expanded.has(key) === expanded) return;
  if (expanded) checkGraphSize(node.graph, key.length + 3);
  const { values, expanded: expandedBefore } = node;
  node.expanded = updateKeys(node.expanded, key, expanded);
  remeasureNode(node);
  markNodeChanged(node);
  updatePorts(store, node);
  const isPruned = !isDeepStrictEqual(values, node.values);
  recordNodeState(
    node,
    { expanded: expandedBefore, ...(isPruned && { values }) },
    { expanded: node.expanded, ...(isPruned && { values: { ...node.values } }) },
  );
  countLayoutEdit(node.graph);
};

export const createGraphRunningError = ({ name }: GraphDocument): ApiError =>
  new ApiError('GRAPH_RUNNING', `The graph '${name}' is running.`);

/**
 * Connects two ports of a graph. Replaces the existing connection of a data input.
 * @throws ApiError PORT_NOT_FOUND, INCOMPATIBLE_TYPES, DUPLICATE_CONNECTION or CYCLIC_CONNECTION
 */
export const connectPorts = (
  store: GraphStore,
  graph: GraphDocument,
  outputPortId: string,
  inputPortId: string,
): { connection: Connection; replaced: Connection | undefined } => {
  const from = requirePortEnd(store, outputPortId, graph);
  const to = requirePortEnd(store, inputPortId, graph);
  checkConnection(store.catalog, from, to);
  const replaced = findReplacedConnection(to);
  if (!replaced) checkGraphSize(graph, 0, 1);
  if (replaced) removeConnections(graph, [replaced]);
  const connection = attachConnection(store.newId(), from, to);
  recordAddition(graph, [], [connection]);
  markConnectionChanged(connection);
  countContentEdit(graph);
  return { connection, replaced };
};

/** Describes what a write has changed in addition to the value. */
export interface PortWriteResult extends PortEnd {
  /** Whether the write has changed the node's ports. */
  readonly portsChanged: boolean;
  /** The connections that were removed because their port no longer exists or its type has become incompatible. */
  readonly removedConnections: readonly Connection[];
}

const noConnections: readonly Connection[] = [];

export const coercePortValue = (store: GraphStore, { node, port }: PortEnd, input: unknown): Json => {
  if (!isWritablePort(port)) {
    const reason =
      port.type === 'Trigger' ? 'a trigger holds no value' : 'an output is written by its node only';
    const { category, enumValue } = node.type;
    throw new ApiError(
      'INVALID_VALUE',
      `'${port.name}' of ${enumValue} cannot be written: ${reason}.`,
      undefined,
      `GET /api/node-types/${category}/${enumValue} shows the inputs of the node.`,
    );
  }
  if (port.isMissing) throw createMissingPortError(node, port);
  if (node.fileNode) {
    throw new ApiError(
      'INVALID_VALUE',
      `The node type '${node.type.enumValue}' is missing here, so that the values of the node cannot be changed.`,
      undefined,
      'GET /api/node-types/enum-values lists the types of this service.',
    );
  }
  const portOptions = port.options ?? store.findOptions(port, node.graph);
  const { name, type, minimum, maximum } = port;
  // While the options are unknown, for example because there is no runtime, any name is accepted.
  if (type === 'Dropdown' && !portOptions && typeof input === 'string') return input;
  const options = portOptions ?? store.listedOptions.get(port.optionsFrom);
  return coerceValue({ name, type, options, minimum, maximum }, input, () => errorHints);
};

const errorHints = {
  options: 'GET /api/ports/{portId}/options lists them.',
  range: 'GET /api/node-types/{category}/{node} shows the range of every port.',
};

/**
 * Writes the value of a port.
 * @throws ApiError PORT_NOT_FOUND or INVALID_VALUE
 */
export const writePort = (store: GraphStore, portId: string, input: unknown): PortWriteResult =>
  writePortEnd(store, requirePortEnd(store, portId), input);

/**
 * Writes the value of a port.
 * @throws ApiError INVALID_VALUE, also when the graph would become too large
 */
export const writePortEnd = (store: GraphStore, end: PortEnd, input: unknown): PortWriteResult => {
  const value = coercePortValue(store, end, input);
  const { node, port } = end;
  // Pressing an output's button isn't an edit, because no value is stored.
  if (port.direction === 'output')
    return { node, port, portsChanged: false, removedConnections: noConnections };
  const { name, stored } = toStoredValue(node, port, value);
  const growth = computeGrowth(node, name, stored);
  checkGraphSize(node.graph, growth);
  const { values } = node;
  const before = values[name];
  if (!port.affectsNodePorts) {
    recordValue(node, name, before, stored);
    values[name] = stored;
    node.bytes += growth;
    node.graph.bytes += growth;
    countContentEdit(node.graph);
    markValueChanged(node, name);
    return { node, port, portsChanged: false, removedConnections: noConnections };
  }
  node.values = { ...values, [name]: stored };
  node.bytes += growth;
  node.graph.bytes += growth;
  markNodeChanged(node);
  const { reshaped: hasNewPorts, removed } = updatePorts(store, node);
  if (hasNewPorts) recordNodeState(node, { values }, { values: { ...node.values } }, name);
  else recordValue(node, name, before, stored);
  countContentEdit(node.graph);
  return { node, port, portsChanged: hasNewPorts, removedConnections: removed };
};

/** Lists the ports that a node has with its current values, without sub-ports. */
const listOwnPorts = (store: GraphStore, { type, values, graph }: NodeDocument): readonly PortDeclaration[] =>
  type.portsFor?.(values, store.getProjectView(graph)) ?? type.ports;

const listShownPorts = (
  { expanded }: NodeDocument,
  ownPorts: readonly PortDeclaration[],
): readonly PortDeclaration[] =>
  expanded.size === 0 ? ownPorts : insertSubPorts(ownPorts, (port) => expanded.has(getPortKey(port)));

/** Lists the ports that a node has with its current values. Expanded ports are followed by their sub-ports. */
export const listPortsForValues = (store: GraphStore, node: NodeDocument): readonly PortDeclaration[] =>
  listShownPorts(node, listOwnPorts(store, node));

/** Lists the connected ports of a node that are not among its own ports. */
const listMissingPorts = (
  node: NodeDocument,
  ownPorts: readonly PortDeclaration[],
): readonly PortDeclaration[] => {
  const keys = new Set(ownPorts.map(getPortKey));
  return node.ports
    .filter((port) => !isSubPort(port) && !keys.has(getPortKey(port)) && isPortInUse(node, port))
    .map((port) => ({ ...port, isMissing: true }));
};

/**
 * Adapts a node's ports to its current values, and removes connections that have become invalid.
 * @param options whether to keep these connections, together with their ports and the values that have no port
 */
export const updatePorts = (
  store: GraphStore,
  node: NodeDocument,
  { keepsConnections } = { keepsConnections: false },
): { reshaped: boolean; removed: Connection[] } => {
  const currentPorts = listOwnPorts(store, node);
  const missing = keepsConnections ? listMissingPorts(node, currentPorts) : [];
  const ownPorts = missing.length > 0 ? [...currentPorts, ...missing] : currentPorts;
  const ports = listShownPorts(node, ownPorts);
  if (hasSamePorts(ports, node.ports)) return { reshaped: false, removed: [] };
  node.ports = ports;
  const invalid = listConnections(node).filter((connection) => !updateConnectionPorts(connection, node));
  const removed = keepsConnections ? [] : invalid;
  if (removed.length > 0) removeConnections(node.graph, removed);
  const types = new Map(ownPorts.filter((p) => p.direction === 'input').map((p) => [p.name, p.type]));
  node.values = Object.fromEntries(
    Object.entries(node.values).flatMap(([name, value]) => {
      if (keepsConnections && !types.has(name)) return [[name, value]];
      const converted = convertStoredValue(types.get(name), value);
      return converted === undefined ? [] : [[name, converted]];
    }),
  );
  if (node.graph.nodes.get(node.id) === node) remeasureNode(node);
  return { reshaped: true, removed };
};

/** Converts a stored value to another port type. Returns `undefined` if the conversion isn't possible. */
export const convertStoredValue = (type: PortType | undefined, value: Json): Json | undefined => {
  if (type === undefined) return undefined;
  // A Dropdown value is kept unchecked, because the options may not be available yet.
  return type === 'Dropdown' ? value : toCanonicalValue(type, value);
};

/** Updates a connection's ends to the node's new ports. Returns false if the connection has become invalid. */
const updateConnectionPorts = ({ from, to }: Connection, node: NodeDocument): boolean => {
  for (const end of [from, to]) {
    if (end.node !== node) continue;
    const port = findPortByKey(node, getPortKey(end.port));
    if (!port) return false;
    end.port = port;
  }
  return canConnectTypes(from.port.type, to.port.type);
};

const hasSamePorts = (a: NodeDocument['ports'], b: NodeDocument['ports']): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((port, i) => {
      const other = b[i];
      return (
        port.name === other?.name &&
        port.direction === other.direction &&
        port.type === other.type &&
        port.isMissing === other.isMissing &&
        isDeepStrictEqual(port.default, other.default)
      );
    }));

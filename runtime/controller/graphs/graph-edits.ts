/** The edits of a graph; each leaves the document whole, or untouched when it fails. */
import { coerceValue } from '#spec/coerce-value.ts';
import { ApiError } from '#spec/errors.ts';
import { defaultNote } from '#spec/note-styles.ts';
import { defaultAspectRatio } from '#spec/rest/layout.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { canConnectTypes, type Json, type PortType } from '#spec/values.ts';
import type { NodeType, PortDeclaration } from '../../nodes/dsl/node-type.ts';
import {
  clearChanges,
  countLayoutEdit,
  countContentEdit,
  createEmptyChanges,
  markAllChanged,
  markNodeChanged,
  markValueChanged,
  markConnectionChanged,
} from './change-tracking.ts';
import { checkConnection, findReplacedConnection } from './connection-rules.ts';
import {
  type Connection,
  type GraphDocument,
  toStoredValue,
  isWritablePort,
  type NodeDocument,
  type PortEnd,
  findPortByKey,
  getPortKey,
} from './graph-document.ts';
import { ConnectionList } from './connection-list.ts';
import { PortConnections } from './port-connections.ts';
import { isExpandablePort, insertSubPorts } from './sub-ports.ts';
import {
  computeGrowth,
  measureHeadBytes,
  measureNode,
  remeasureNode,
  checkGraphSize,
} from './graph-file-size.ts';
import { requirePortEnd, type GraphStore } from './graph-store.ts';
import { attachConnection, detachConnection, listConnections } from './attach-connections.ts';

/** Shared by all nodes that have nothing to keep, which most never have. */
const noKeys: ReadonlySet<string> = new Set();

const updateKeys = (keys: ReadonlySet<string>, key: string, present: boolean): ReadonlySet<string> => {
  const others = [...keys].filter((other) => other !== key);
  return new Set(present ? [...others, key] : others);
};

/** A node that is not yet part of its graph, and not measured. */
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
  ...(type.kind === 'note' && { note: defaultNote }),
});

export const insertNode = (store: GraphStore, node: NodeDocument): void => {
  node.graph.nodes.set(node.id, node);
  node.graph.bytes += node.bytes;
  store.nodes.set(node.id, node);
};

/** Takes a node out of its graph; its wires are left alone. */
export const detachNode = (store: GraphStore, { id, graph, bytes }: NodeDocument): void => {
  graph.nodes.delete(id);
  graph.bytes -= bytes;
  store.nodes.delete(id);
};

/** Counts nodes that came or went as one edit; the runtime knows nothing of notes. */
export const countNodeEdit = (nodes: readonly NodeDocument[]): void => {
  const [first] = nodes;
  if (!first) return;
  for (const node of nodes) markNodeChanged(node);
  (nodes.every(isNote) ? countLayoutEdit : countContentEdit)(first.graph);
};

const isNote = ({ type }: NodeDocument): boolean => type.kind === 'note';

/** A graph without nodes that is not yet part of a store. */
export const createEmptyGraph = (
  id: string,
  name: string,
  path: string,
  pending = new Set<GraphDocument>(),
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
  changes: createEmptyChanges(pending),
  running: false,
  idle: false,
  live: new Map(),
  layout: { aspectRatio: defaultAspectRatio, saved: undefined },
  bytes: measureHeadBytes({ name }),
});

/** Adds a graph that holds Start and OnNewFrame, as far as anybody gets to see them. */
export const addGraph = (store: GraphStore, name: string, path: string): GraphDocument => {
  const graph = createEmptyGraph(store.newId(), name, path, store.pending);
  store.graphs.add(graph);
  for (const [row, category] of ['Start', 'OnNewFrame'].entries()) {
    const type = store.catalog.find(category);
    if (type) insertNode(store, measureNode(createNode(store, graph, type, 0, row * 160)));
  }
  markAllChanged(graph);
  return graph;
};

export const removeGraph = (store: GraphStore, graph: GraphDocument): void => {
  for (const id of graph.nodes.keys()) store.nodes.delete(id);
  store.graphs.delete(graph.id);
  clearChanges(graph);
};

/** Puts a graph that was removed back, with everything as the journal of edits has yet to learn it. */
export const restoreGraph = (store: GraphStore, graph: GraphDocument): void => {
  store.graphs.add(graph);
  for (const node of graph.nodes.values()) store.nodes.set(node.id, node);
  markAllChanged(graph);
};

/** Removes a node with its wires. @returns the wires */
export const removeNode = (store: GraphStore, node: NodeDocument): Connection[] => {
  const wires = [...new Set(listConnections(node))];
  for (const wire of wires) removeConnection(wire);
  detachNode(store, node);
  countNodeEdit([node]);
  return wires;
};

export const moveNode = (node: NodeDocument, locationX: number, locationY: number): void => {
  node.locationX = locationX;
  node.locationY = locationY;
  markNodeChanged(node);
  countLayoutEdit(node.graph);
};

/** @throws Fault CONNECTION_NOT_FOUND */
export const findConnection = (graph: GraphDocument, connectionId: string): Connection => {
  const connection = graph.connections.get(connectionId);
  if (connection) return connection;
  throw new ApiError('CONNECTION_NOT_FOUND', `No connection of this graph has the id '${connectionId}'.`);
};

export const disconnectPorts = (connection: Connection): void => {
  removeConnection(connection);
  countContentEdit(connection.from.node.graph);
};

const removeConnection = (wire: Connection): void => {
  detachConnection(wire);
  markConnectionChanged(wire);
};

/**
 * Disables a trigger port, or enables it again; doing so twice changes nothing more.
 * @throws Fault TYPE_IMMUTABLE for a port that is no trigger; GRAPH_RUNNING
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
      `The node type '${node.type.enumValue}' is missing here; the ports of the node are kept as they are.`,
    );
  }
  const key = getPortKey(port);
  if (node.disabled.has(key) === disabled) return;
  if (disabled) checkGraphSize(node.graph, key.length + 3);
  node.disabled = updateKeys(node.disabled, key, disabled);
  remeasureNode(node);
  markNodeChanged(node);
  countContentEdit(node.graph);
};

/**
 * Shows the sub-ports of a Vector or Color port, or hides them again. Values and wires keep their meaning both ways:
 * a hidden sub-port that is wired goes on working.
 * @throws Fault INVALID_REQUEST for a port of another type
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
  node.expanded = updateKeys(node.expanded, key, expanded);
  remeasureNode(node);
  markNodeChanged(node);
  countLayoutEdit(node.graph);
  updatePorts(store, node);
};

export const createGraphRunningError = ({ name }: GraphDocument): ApiError =>
  new ApiError('GRAPH_RUNNING', `The graph '${name}' is running.`);

/**
 * Wires a pair of ports of one graph. A data input that is already wired gives up its old wire.
 * @throws Fault PORT_NOT_FOUND, INCOMPATIBLE_TYPES, DUPLICATE_CONNECTION, CYCLIC_CONNECTION
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
  if (replaced) removeConnection(replaced);
  const connection = attachConnection(store.newId(), from, to);
  markConnectionChanged(connection);
  countContentEdit(graph);
  return { connection, replaced };
};

/** What writing a value changed beside the value. */
export interface PortWriteResult extends PortEnd {
  /** The ports of the node are others now. */
  readonly portsChanged: boolean;
  /** Wires that ended at ports which are gone, or no longer fit. */
  readonly removedConnections: readonly Connection[];
}

const noConnections: readonly Connection[] = [];

/** The canonical form of what is to be written to a port. */
export const coercePortValue = (store: GraphStore, { node, port }: PortEnd, raw: unknown): Json => {
  if (!isWritablePort(port)) {
    const why =
      port.type === 'Trigger' ? 'a trigger holds no value' : 'an output is written by its node only';
    const { category, enumValue } = node.type;
    throw new ApiError(
      'INVALID_VALUE',
      `'${port.name}' of ${enumValue} cannot be written: ${why}.`,
      undefined,
      `GET /api/node-types/${category}/${enumValue} shows the inputs of the node.`,
    );
  }
  if (node.fileNode) {
    throw new ApiError(
      'INVALID_VALUE',
      `The node type '${node.type.enumValue}' is missing here; the values of the node are kept as they are.`,
      undefined,
      'GET /api/node-types/enum-values lists the types of this service.',
    );
  }
  const known = port.options ?? store.findOptions(port, node.graph);
  const { name, type, minimum, maximum } = port;
  // while nobody knows the options, such as those that only a runtime can tell, any name may be one of them
  if (type === 'Dropdown' && !known && typeof raw === 'string') return raw;
  const options = known ?? store.listedOptions.get(port.optionsFrom);
  return coerceValue({ name, type, options, minimum, maximum }, raw, () => errorHints);
};

const errorHints = {
  options: 'GET /api/ports/{portId}/options lists them.',
  range: 'GET /api/node-types/{category}/{node} shows the range of every port.',
};

/**
 * Writes the value of a port.
 * @throws Fault PORT_NOT_FOUND or INVALID_VALUE
 */
export const writePort = (store: GraphStore, portId: string, raw: unknown): PortWriteResult =>
  writePortEnd(store, requirePortEnd(store, portId), raw);

/**
 * Writes the value of a port that has been found.
 * @throws Fault INVALID_VALUE, also when the graph would be too large
 */
export const writePortEnd = (store: GraphStore, end: PortEnd, raw: unknown): PortWriteResult => {
  const value = coercePortValue(store, end, raw);
  const { node, port } = end;
  // A press of an output button is no edit: there is nothing to hold.
  if (port.direction === 'output')
    return { node, port, portsChanged: false, removedConnections: noConnections };
  const { name, held } = toStoredValue(node, port, value);
  const growth = computeGrowth(node, name, held);
  checkGraphSize(node.graph, growth);
  node.values[name] = held;
  node.bytes += growth;
  node.graph.bytes += growth;
  countContentEdit(node.graph);
  if (!port.affectsNodePorts) {
    markValueChanged(node, name);
    return { node, port, portsChanged: false, removedConnections: noConnections };
  }
  markNodeChanged(node);
  const { reshaped, removed } = updatePorts(store, node);
  return { node, port, portsChanged: reshaped, removedConnections: removed };
};

/** The ports that the values of a node call for, without sub-ports. */
const listOwnPorts = (store: GraphStore, { type, values, graph }: NodeDocument): readonly PortDeclaration[] =>
  type.portsFor?.(values, store.getProjectView(graph)) ?? type.ports;

const listShownPorts = (
  { expanded }: NodeDocument,
  own: readonly PortDeclaration[],
): readonly PortDeclaration[] =>
  expanded.size === 0 ? own : insertSubPorts(own, (port) => expanded.has(getPortKey(port)));

/** The ports that the values of a node call for, each followed by its sub-ports when expanded. */
export const listPortsForValues = (store: GraphStore, node: NodeDocument): readonly PortDeclaration[] =>
  listShownPorts(node, listOwnPorts(store, node));

/** Gives a node the ports that its values call for, and cuts the wires that no longer fit. */
export const updatePorts = (
  store: GraphStore,
  node: NodeDocument,
): { reshaped: boolean; removed: Connection[] } => {
  const own = listOwnPorts(store, node);
  const ports = listShownPorts(node, own);
  if (hasSamePorts(ports, node.ports)) return { reshaped: false, removed: [] };
  node.ports = ports;
  const removed = listConnections(node).filter((wire) => !updateConnectionPorts(wire, node));
  for (const wire of removed) removeConnection(wire);
  const types = new Map(own.filter((p) => p.direction === 'input').map((p) => [p.name, p.type]));
  node.values = Object.fromEntries(
    Object.entries(node.values).flatMap(([name, value]) => {
      const kept = convertStoredValue(types.get(name), value);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
  if (node.graph.nodes.get(node.id) === node) remeasureNode(node);
  return { reshaped: true, removed };
};

/** What a port of this type holds of a value that was written to one of another; undefined when it takes none of it. */
const convertStoredValue = (type: PortType | undefined, value: Json): Json | undefined => {
  if (type === undefined) return undefined;
  // The options of a Dropdown may depend on what is not there yet.
  return type === 'Dropdown' ? value : toCanonicalValue(type, value);
};

/** Lets the ends of a wire at a node follow its new ports; false when one is gone or the types no longer connect. */
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
      return port.name === other?.name && port.direction === other.direction && port.type === other.type;
    }));

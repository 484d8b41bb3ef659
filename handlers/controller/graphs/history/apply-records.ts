/** Reverts the changes of a step, and records the changes that this makes. */
import { isDeepStrictEqual } from 'node:util';
import { canConnectTypes } from '#spec/port-compatibility.ts';
import { listSubPorts } from '../sub-ports.ts';
import { measureJsonBytes, remeasureNode } from '../file-size.ts';
import {
  markConnectionChanged,
  markHeadChanged,
  markLayoutChanged,
  markNodeChanged,
  markValueChanged,
} from '../change-tracking.ts';
import {
  checkDuplicate,
  closesCycle,
  detachConnection,
  findReplacedConnection,
  listConnections,
  mayCloseCycle,
  restoreConnections,
} from '../connections.ts';
import {
  attachNode,
  convertStoredValue,
  createGraphRunningError,
  detachNode,
  listPortsForValues,
  runsGraphs,
} from '../graph-edits.ts';
import { ApiError } from '#spec/errors.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type {
  Connection,
  EditRecord,
  GraphDocument,
  NodeDocument,
  NodeState,
  PortEnd,
  RemovedConnection,
  RemovedNode,
} from '../graph-document.ts';
import type { GraphStore } from '../graph-store.ts';

/** Reports that a change can't be reverted exactly, because something else has changed in the meantime. */
export class BlockedRecordError extends Error {
  override readonly name = 'BlockedRecordError';
}

/**
 * How changes are reverted: `exact` fails if something stands in the way, `forced` removes what stands in the way and
 * skips what is impossible, and `trusted` checks nothing, because the changes lead back to a state of a moment ago.
 */
export type RevertMode = 'exact' | 'forced' | 'trusted';

/** Creates the document of a node that was removed before the project was opened. */
export type OpenRemovedNode = (
  graph: GraphDocument,
  node: Exclude<RemovedNode, NodeDocument>,
  connections: readonly RemovedConnection[],
) => NodeDocument;

export interface RevertContext {
  readonly store: GraphStore;
  readonly graph: GraphDocument;
  readonly mode: RevertMode;
  readonly openRemovedNode: OpenRemovedNode;
  /** Receives the changes that reverting makes, in the order in which they are made. */
  readonly made: EditRecord[];
  /** Receives connections that may have closed a data cycle. */
  readonly possibleCycles: Connection[];
}

/** Reverts changes, the last one first. */
export const revertRecords = (context: RevertContext, records: readonly EditRecord[]): void => {
  for (const record of records.toReversed()) revertRecord(context, record);
};

const revertRecord = (context: RevertContext, record: EditRecord): void => {
  const { store, graph, made } = context;
  switch (record.kind) {
    case 'value':
      revertValue(context, record);
      break;
    case 'position': {
      const node = findNode(context, record.nodeId);
      if (!node) return;
      const [x, y] = record.before;
      made.push({ ...record, before: [node.locationX, node.locationY], after: record.before });
      node.locationX = x;
      node.locationY = y;
      markNodeChanged(node);
      break;
    }
    case 'node':
      revertNodeState(context, record);
      break;
    case 'added':
      removeItems(context, record.nodes, record.connections);
      break;
    case 'removed':
      restoreItems(context, record.nodes, record.connections);
      break;
    case 'name':
      made.push({ ...record, before: graph.name, after: record.before });
      graph.bytes += measureJsonBytes(record.before) - measureJsonBytes(graph.name);
      store.graphs.rename(graph, record.before);
      markHeadChanged(graph);
      break;
    case 'layout':
      made.push({ ...record, before: { ...graph.layout }, after: record.before });
      Object.assign(graph.layout, record.before);
      markLayoutChanged(graph);
      break;
  }
};

/**
 * Handles a change that can't be reverted: it is skipped if the caller forces the undo.
 * @throws BlockedRecordError
 */
const block = ({ mode }: RevertContext, reason: string): undefined => {
  if (mode === 'exact') throw new BlockedRecordError(reason);
  return undefined;
};

const findNode = (context: RevertContext, nodeId: string): NodeDocument | undefined =>
  context.graph.nodes.get(nodeId) ?? block(context, `node ${nodeId} no longer exists`);

const revertValue = (context: RevertContext, record: EditRecord & { kind: 'value' }): void => {
  const { nodeId, name, before } = record;
  const node = findNode(context, nodeId);
  if (!node) return;
  const port = node.ports.find((each) => each.name === name && each.direction === 'input');
  // Histories in files may be damaged, so that every value is checked.
  const value = before === undefined ? undefined : convertStoredValue(port?.type, before);
  if (value === undefined && before !== undefined) {
    block(context, `node ${nodeId} no longer has an input '${name}' of this type`);
    return;
  }
  context.made.push({ ...record, before: node.values[name], after: value });
  if (value === undefined) {
    const { [name]: _, ...values } = node.values;
    node.values = values;
    markNodeChanged(node);
  } else {
    node.values[name] = value;
    markValueChanged(node, name);
  }
  remeasureNode(node);
};

const revertNodeState = (context: RevertContext, record: EditRecord & { kind: 'node' }): void => {
  const { graph, made } = context;
  const { before, name } = record;
  const node = findNode(context, record.nodeId);
  if (!node) return;
  if (before.disabled && graph.running) throw createGraphRunningError(graph);
  const { values, disabled, expanded, note } = node;
  const current: NodeState = {
    ...(before.values && { values }),
    ...(before.disabled && { disabled }),
    ...(before.expanded && { expanded }),
    ...(before.note && note && { note }),
  };
  Object.assign(node, before, before.values && { values: { ...before.values } });
  if (before.values || before.expanded) updateNodePorts(context, node, current);
  made.push({ kind: 'node', nodeId: node.id, before: current, after: before, name });
  remeasureNode(node);
  markNodeChanged(node);
};

/**
 * Adapts the ports of a node, and of its connections, to the node's restored values.
 * @param current the state of the node before, which it gets back if a connection stands in the way
 */
const updateNodePorts = (context: RevertContext, node: NodeDocument, current: NodeState): void => {
  if (node.fileNode) return;
  const { ports: currentPorts } = node;
  const ports = listPortsForValues(context.store, node);
  // Nodes of the same type share a list of ports, which must not be replaced by an equal one.
  if (isDeepStrictEqual(ports, currentPorts)) return;
  node.ports = ports;
  const connections = [...new Set(listConnections(node))];
  const unfit = connections.filter((connection) => !updateEnds(connection, node));
  if (unfit.length === 0) return;
  if (context.mode === 'exact') {
    Object.assign(node, current, { ports: currentPorts });
    for (const connection of connections) updateEnds(connection, node);
  }
  block(context, `${unfit.length} connections do not fit the ports of node ${node.id}`);
  detach(context, [], unfit);
};

const updateEnds = ({ from, to }: Connection, node: NodeDocument): boolean => {
  for (const end of [from, to]) {
    if (end.node !== node) continue;
    const port = findPort(node, end.port.name, end.port.direction);
    if (!port) return false;
    end.port = port;
  }
  return canConnectTypes(from.port.type, to.port.type);
};

/** Finds a port by its name, even if it is a sub-port that is not shown. */
const findPort = (
  node: NodeDocument,
  name: string,
  direction: PortDeclaration['direction'],
): PortDeclaration | undefined => {
  const isWanted = (port: PortDeclaration): boolean => port.name === name && port.direction === direction;
  return node.ports.find(isWanted) ?? node.ports.flatMap(listSubPorts).find(isWanted);
};

interface ItemId {
  readonly id: string;
}

const isPresent = <T>(item: T | undefined): item is T => item !== undefined;

/** Removes items that a step has added. Also removes other connections of these nodes if the caller forces the undo. */
const removeItems = (
  context: RevertContext,
  nodes: readonly ItemId[],
  connections: readonly ItemId[],
): void => {
  const { graph } = context;
  const foundConnections = connections
    .map(({ id }) => graph.connections.get(id) ?? block(context, `connection ${id} no longer exists`))
    .filter(isPresent);
  const foundNodes = nodes.map(({ id }) => findNode(context, id)).filter(isPresent);
  const own = new Set(foundConnections);
  const others = new Set(foundNodes.flatMap(listConnections).filter((connection) => !own.has(connection)));
  if (others.size > 0) block(context, `${others.size} other connections lead to the nodes`);
  detach(context, foundNodes, [...foundConnections, ...others]);
};

/** Detaches items in reverse order, so that each connection is the last one at its ports when it is removed. */
const detach = (
  { store, made }: RevertContext,
  nodes: readonly NodeDocument[],
  connections: readonly Connection[],
): void => {
  if (nodes.length === 0 && connections.length === 0) return;
  for (const connection of connections.toReversed()) {
    detachConnection(connection);
    markConnectionChanged(connection);
  }
  for (const node of nodes) {
    detachNode(store, node);
    markNodeChanged(node);
  }
  made.push({ kind: 'removed', nodes, connections });
};

/** Restores items that a step has removed, at their former positions. */
const restoreItems = (
  context: RevertContext,
  nodes: readonly RemovedNode[],
  connections: readonly RemovedConnection[],
): void => {
  const { graph, made } = context;
  const restoredNodes = nodes.map((node) => openNodeAgain(context, node, connections)).filter(isPresent);
  restoreNodes(context, restoredNodes);
  if (restoredNodes.length > 0) made.push({ kind: 'added', nodes: restoredNodes, connections: [] });
  const restored = [...connections]
    .sort((a, b) => a.order - b.order)
    .map((removed) => {
      const connection = openConnectionAgain(context, removed);
      // If the undo is forced, each connection is checked against those before it.
      if (connection && context.mode === 'forced') restoreConnections(graph, [connection]);
      return connection;
    })
    .filter(isPresent);
  if (context.mode !== 'forced') restoreConnections(graph, restored);
  for (const connection of restored) {
    markConnectionChanged(connection);
    if (mayCloseCycle(connection.from, connection.to)) context.possibleCycles.push(connection);
  }
  if (restored.length > 0) made.push({ kind: 'added', nodes: [], connections: restored });
};

const openNodeAgain = (
  context: RevertContext,
  removed: RemovedNode,
  connections: readonly RemovedConnection[],
): NodeDocument | undefined => {
  const { store, graph, openRemovedNode } = context;
  if (store.nodes.has(removed.id)) return block(context, `node ${removed.id} exists again`);
  return 'graph' in removed ? removed : openRemovedNode(graph, removed, connections);
};

/** Adds nodes at the positions that their order gives them. */
const restoreNodes = ({ store, graph }: RevertContext, nodes: readonly NodeDocument[]): void => {
  if (nodes.length === 0) return;
  const lastOrder = [...graph.nodes.values()].at(-1)?.order ?? -1;
  for (const node of nodes) {
    attachNode(store, node);
    markNodeChanged(node);
  }
  const isSorted = nodes.every((node, index) => node.order > (nodes[index - 1]?.order ?? lastOrder));
  if (!isSorted) sortNodes(graph);
};

/** Sorts the nodes of a graph by their order. */
const sortNodes = ({ nodes }: GraphDocument): void => {
  const sorted = [...nodes.values()].sort((a, b) => a.order - b.order);
  nodes.clear();
  for (const node of sorted) nodes.set(node.id, node);
};

/** Prepares a removed connection for its ports. Returns `undefined` if the caller forces the undo and it doesn't fit. */
const openConnectionAgain = (context: RevertContext, removed: RemovedConnection): Connection | undefined => {
  const { graph } = context;
  const { id } = removed;
  if (graph.connections.has(id)) return block(context, `connection ${id} exists again`);
  const from = findEnd(context, removed, 'output');
  const to = findEnd(context, removed, 'input');
  if (!from || !to) return block(context, `a port of connection ${id} no longer exists`);
  if (context.mode !== 'trusted' && !isConnectable(context, from, to))
    return block(context, `connection ${id} no longer fits`);
  if ('ends' in removed) return { id, from, to, index: 0, order: removed.order };
  removed.from.port = from.port;
  removed.to.port = to.port;
  return removed.from.node === from.node && removed.to.node === to.node
    ? removed
    : { id, from, to, index: 0, order: removed.order };
};

const isConnectable = (context: RevertContext, from: PortEnd, to: PortEnd): boolean => {
  const isUnknown = [from, to].some(({ node, port }) => node.fileNode || port.isMissing);
  if (!isUnknown && !canConnectTypes(from.port.type, to.port.type)) return false;
  try {
    checkDuplicate(from, to);
  } catch (failure) {
    if (failure instanceof ApiError) return false;
    throw failure;
  }
  const replaced = findReplacedConnection(to);
  if (replaced) {
    if (context.mode === 'exact') return false;
    detach(context, [], [replaced]);
  }
  return context.mode === 'exact' || !closesCycle(from, to);
};

const findEnd = (
  { graph }: RevertContext,
  removed: RemovedConnection,
  direction: PortDeclaration['direction'],
): PortEnd | undefined => {
  const isOutput = direction === 'output';
  const [nodeId, name] =
    'ends' in removed
      ? removed.ends[isOutput ? 'from' : 'to']
      : toNames(isOutput ? removed.from : removed.to);
  const node = graph.nodes.get(nodeId);
  const port = node && (findPort(node, name, direction) ?? addMentionedPort(node, removed, name, direction));
  return node && port && { node, port };
};

const toNames = ({ node, port }: PortEnd): readonly [string, string] => [node.id, port.name];

/**
 * Adds a port to a placeholder, or a missing port to a node whose graph no longer has it. Such nodes have the ports that
 * their connections mention, so that these connections can be removed and restored later.
 */
const addMentionedPort = (
  node: NodeDocument,
  removed: RemovedConnection,
  name: string,
  direction: PortDeclaration['direction'],
): PortDeclaration | undefined => {
  if (!node.fileNode && !runsGraphs(node.type)) return undefined;
  const type = 'ends' in removed ? (removed.isTrigger ? 'Trigger' : 'Generic') : removed.from.port.type;
  const port: PortDeclaration = { name, direction, type, ...(!node.fileNode && { isMissing: true }) };
  const inputs = node.ports.filter((each) => each.direction === 'input');
  const outputs = node.ports.filter((each) => each.direction === 'output');
  node.ports = direction === 'input' ? [...inputs, port, ...outputs] : [...node.ports, port];
  return port;
};

/** Whether a change affects the execution of the graph. */
export const isContentChange = (record: EditRecord): boolean => {
  switch (record.kind) {
    case 'value':
    case 'name':
      return true;
    case 'node':
      return record.before.values !== undefined || record.before.disabled !== undefined;
    case 'added':
    case 'removed':
      return record.connections.length > 0 || record.nodes.some((node) => !('note' in node && node.note));
    default:
      return false;
  }
};

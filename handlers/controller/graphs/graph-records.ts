/** Converts the graph document to API records (description: 'Resources and their fields'; C-01, C-03, C-05). */
import type { z } from 'zod';
import type * as records from '#spec/rest/response-records.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import {
  type Connection,
  type GraphDocument,
  isWritablePort,
  type NodeDocument,
  getParentPort,
  getPortId,
  getPortKey,
  getValue,
} from './graph-document.ts';
import { isBrokenConnection } from './connections.ts';
import { isExpandablePort, isSubPort } from './sub-ports.ts';
import type { GraphStore } from './graph-store.ts';

type Record<T extends z.ZodType> = z.input<T>;
type PortRecord = Record<typeof records.Port>;
type NodeRecord = Record<typeof records.Node>;
type GraphRecord = Record<typeof records.Graph>;
type GraphDetailRecord = Record<typeof records.GraphDetail>;
type ConnectionRecord = Record<typeof records.Connection>;

/**
 * Adds a port's value to its record. For a sensitive port, the record tells only whether there is a value, unless the
 * settings expose sensitive values.
 */
const addVisibleValue = (
  store: GraphStore,
  node: NodeDocument,
  port: PortDeclaration,
  record: PortRecord,
): void => {
  const live = node.graph.live.get(record.id);
  if (live === undefined && !isWritablePort(port)) return;
  const value = live ?? getValue(node, port);
  record.value = value;
  if (!port.isSensitive) return;
  record.isSensitive = true;
  record.hasValue = value !== '' && value !== null;
  if (!store.exposesSensitive()) record.value = null;
};

/**
 * Converts a port to its API record. The record is built field by field for speed, because a build returns tens of
 * thousands of records.
 */
export const toPortRecord = (store: GraphStore, node: NodeDocument, port: PortDeclaration): PortRecord => {
  const { name, type, direction } = port;
  const record: PortRecord = { id: getPortId(node.id, port), name, type, direction, nodeId: node.id };
  addVisibleValue(store, node, port, record);
  const options = type === 'Dropdown' ? (port.options ?? store.findOptions(port, node.graph)) : undefined;
  if (options) record.options = [...options];
  if (type === 'Trigger') record.isDisabled = node.disabled.has(getPortKey(port));
  if (isExpandablePort(port)) {
    record.isExpandable = true;
    record.isExpanded = node.expanded.has(getPortKey(port));
  }
  if (isSubPort(port)) {
    record.isExpandedChild = true;
    record.parentPortId = getPortId(node.id, getParentPort(node, port));
  }
  if (port.affectsNodePorts) record.affectsNodePorts = true;
  if (port.isMissing) record.isMissing = true;
  return record;
};

export const toNodeRecord = (store: GraphStore, node: NodeDocument): NodeRecord => ({
  id: node.id,
  category: node.type.enumValue,
  locationX: node.locationX,
  locationY: node.locationY,
  ...(node.fileNode && { isMissing: true }),
  ports: node.ports.map((port) => toPortRecord(store, node, port)),
});

export const toConnectionRecord = (connection: Connection): ConnectionRecord => {
  const { id, from, to } = connection;
  return {
    id,
    outputPortId: getPortId(from.node.id, from.port),
    outputNodeId: from.node.id,
    inputPortId: getPortId(to.node.id, to.port),
    inputNodeId: to.node.id,
    type: from.port.type,
    ...(isBrokenConnection(connection) && { isBroken: true }),
  };
};

/**
 * Returns a version that changes whenever anything visible in the graph changes. While the graph is running, changes of
 * port values don't count.
 */
export const computeGraphVersion = ({
  revision,
  imageRevision,
  syncedRevision,
  running,
  idle,
}: GraphDocument): string => `${revision} ${imageRevision} ${syncedRevision} ${running} ${idle}`;

/** Returns whether the runtime has the current version of the graph. */
export const isSynced = ({ syncedRevision, imageRevision }: GraphDocument): boolean =>
  syncedRevision === imageRevision;

export const toGraphRecord = (graph: GraphDocument): GraphRecord => ({
  id: graph.id,
  name: graph.name,
  path: graph.path,
  state: graph.running ? 'running' : 'stopped',
  idle: graph.running && graph.idle,
  synced: isSynced(graph),
  nodeCount: graph.nodes.size,
  connectionCount: graph.connections.size,
  revision: graph.revision,
});

export const toGraphDetailRecord = (store: GraphStore, graph: GraphDocument): GraphDetailRecord => ({
  ...toGraphRecord(graph),
  nodes: [...graph.nodes.values()].map((node) => toNodeRecord(store, node)),
  connections: graph.connections.values().map(toConnectionRecord),
});

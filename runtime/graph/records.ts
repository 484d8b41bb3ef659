/** The document as the API shows it (description: 'Resources and their fields'; register: C-01, C-03, C-05). */
import type { z } from 'zod';
import type * as records from '#spec/rest/records.ts';
import type { PortDeclaration } from '../nodes/node-type.ts';
import {
  type Connection,
  type GraphDocument,
  isWritable,
  type NodeDocument,
  parentOf,
  portIdOf,
  portKeyOf,
  heldValue,
} from './document.ts';
import { isExpandable, isSubPort } from './sub-ports.ts';
import type { GraphStore } from './store.ts';

type Record<T extends z.ZodType> = z.input<T>;
export type PortRecord = Record<typeof records.Port>;
export type NodeRecord = Record<typeof records.Node>;
export type GraphRecord = Record<typeof records.Graph>;
export type GraphDetailRecord = Record<typeof records.GraphDetail>;
export type ConnectionRecord = Record<typeof records.Connection>;

/** What a reader may see of a port's value: a sensitive one shows only that it is there, unless the settings expose it. */
const shownValue = (store: GraphStore, node: NodeDocument, port: PortDeclaration): Partial<PortRecord> => {
  const live = node.graph.live.get(portIdOf(node.id, port));
  if (live === undefined && !isWritable(port)) return {};
  const value = live ?? heldValue(node, port);
  if (!port.isSensitive) return { value };
  const shown = store.exposesSensitive() ? value : null;
  return { value: shown, isSensitive: true, hasValue: value !== '' && value !== null };
};

export const portRecord = (store: GraphStore, node: NodeDocument, port: PortDeclaration): PortRecord => {
  const options = port.type === 'Dropdown' ? (port.options ?? store.optionsOf(port, node.graph)) : undefined;
  return {
    id: portIdOf(node.id, port),
    name: port.name,
    type: port.type,
    direction: port.direction,
    nodeId: node.id,
    ...shownValue(store, node, port),
    ...(options && { options: [...options] }),
    ...(port.type === 'Trigger' && { isDisabled: node.disabled.has(portKeyOf(port)) }),
    ...(isExpandable(port) && { isExpandable: true, isExpanded: node.expanded.has(portKeyOf(port)) }),
    ...(isSubPort(port) && { isExpandedChild: true, parentPortId: portIdOf(node.id, parentOf(node, port)) }),
    ...(port.affectsNodePorts && { affectsNodePorts: true }),
  };
};

export const nodeRecord = (store: GraphStore, node: NodeDocument): NodeRecord => ({
  id: node.id,
  category: node.type.enumValue,
  locationX: node.locationX,
  locationY: node.locationY,
  ports: node.ports.map((port) => portRecord(store, node, port)),
});

export const connectionRecord = ({ id, from, to }: Connection): ConnectionRecord => ({
  id,
  outputPortId: portIdOf(from.node.id, from.port),
  outputNodeId: from.node.id,
  inputPortId: portIdOf(to.node.id, to.port),
  inputNodeId: to.node.id,
  type: from.port.type,
});

export const graphRecord = (graph: GraphDocument): GraphRecord => ({
  id: graph.id,
  name: graph.name,
  path: graph.path,
  state: graph.running ? 'running' : 'stopped',
  synced: graph.syncedRevision === graph.revision,
  nodeCount: graph.nodes.size,
  connectionCount: graph.connections.size,
  revision: graph.revision,
});

export const graphDetail = (store: GraphStore, graph: GraphDocument): GraphDetailRecord => ({
  ...graphRecord(graph),
  nodes: [...graph.nodes.values()].map((node) => nodeRecord(store, node)),
  connections: [...graph.connections.values()].map(connectionRecord),
});

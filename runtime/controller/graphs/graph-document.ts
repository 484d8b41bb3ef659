/** The document that users edit: graphs, nodes, ports and connections. It doesn't depend on execution. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { type Json, getDefaultValue } from '#spec/values.ts';
import type { NoteContent } from '#spec/note-styles.ts';
import type { SavedPositionMode } from '#spec/rest/layout.ts';
import type { NodeType, PortDeclaration } from '../../nodes/dsl/node-type.ts';
import type { Positions } from '../layout/layout-request.ts';
import type { ConnectionList } from './connection-list.ts';
import type { PortConnections } from './port-connections.ts';
import { isSubPort, type SubPort, listSubPorts } from './sub-ports.ts';

export interface GraphDocument {
  readonly id: string;
  /** Only changed by the list of graphs. */
  readonly name: string;
  /** File path relative to the project folder, with forward slashes. */
  readonly path: string;
  readonly nodes: Map<string, NodeDocument>;
  readonly connections: ConnectionList<Connection>;
  /**
   * Whether all node and connection ids are the same in JSON, without escapes. Ids in hand-written files may be any
   * text.
   */
  readonly plainIds: boolean;
  /** Increases with every edit that a client could overwrite. */
  revision: number;
  /** Increases with every edit that affects execution. */
  imageRevision: number;
  /** The image revision in the runtime; undefined before the first sync. */
  syncedRevision: number | undefined;
  /** Changes that are not in the edit journal yet. */
  readonly changes: GraphChanges;
  running: boolean;
  /** Whether the runtime reported a running graph as idle. */
  idle: boolean;
  /** Port values of the running graph by port id, as last reported by the runtime. */
  readonly live: Map<string, Json>;
  layout: GraphLayout;
  /** Size of the file without connections, or slightly more. */
  bytes: number;
  /** Keys of the file that this version doesn't know. Saving keeps them. */
  readonly unknownKeys?: UnknownKeys;
}

/** A node and the name of a port whose value it stores. Sub-ports have no own values. */
export interface ValueLocation {
  readonly node: NodeDocument;
  readonly name: string;
}

/** Changes of a graph that are not collected yet. */
export interface GraphChanges {
  /** Whether the name or layout has changed. */
  head: boolean;
  /** Ids of nodes that were added, changed or removed. */
  readonly nodes: Set<string>;
  readonly connections: Set<Connection>;
  /** Changed values of nodes without other changes. May contain duplicates. */
  values: ValueLocation[];
  /** The set of graphs with changes. */
  readonly pending: Set<GraphDocument>;
}

export type UnknownKeys = Readonly<Record<string, unknown>>;

/** The arrangement of the nodes of a graph. */
export interface GraphLayout {
  /** Width divided by height, as the goal of layouts. */
  aspectRatio: number;
  /** Node positions before the last layout, to undo it. */
  saved: SavedPositions | undefined;
}

interface SavedPositions {
  readonly mode: SavedPositionMode;
  /** ISO 8601, UTC. */
  readonly savedAt: string;
  readonly positions: Positions;
}

export interface NodeDocument {
  readonly id: string;
  readonly graph: GraphDocument;
  readonly type: NodeType;
  locationX: number;
  locationY: number;
  /** Written input values in canonical form, by port name. */
  values: Record<string, Json>;
  /** The current ports: inputs, then outputs, each followed by its sub-ports when expanded. */
  ports: readonly PortDeclaration[];
  /** Incoming connections by input port name, in creation order. */
  readonly incoming: PortConnections<Connection>;
  /** Outgoing connections by output port name, in creation order. */
  readonly outgoing: PortConnections<Connection>;
  /** Trigger ports that are disabled: `in.Name` or `out.Name`. */
  disabled: ReadonlySet<string>;
  /** Ports that show their sub-ports: `in.Name` or `out.Name`. */
  expanded: ReadonlySet<string>;
  /** Size in the graph file, or slightly more. Included in the size of the graph while the node is in it. */
  bytes: number;
  /** Only on Note nodes. */
  note?: NoteContent;
  /** The data from the file when the node type is missing. Saving writes it back; see placeholder-nodes.ts. */
  readonly fileNode?: FileNode;
  /** Keys of the node in the file that this version doesn't know. Saving keeps them. */
  readonly unknownKeys?: UnknownKeys;
}

/** A node in a graph file, possibly of an unknown type. */
export interface FileNode {
  readonly id: string;
  readonly category: string;
  readonly [key: string]: unknown;
}

export interface Connection {
  readonly id: string;
  readonly from: PortEnd;
  readonly to: PortEnd;
  /** Position among the connections of the graph. Only the list changes it. */
  index: number;
}

/** A port together with its node. */
export interface PortEnd {
  readonly node: NodeDocument;
  /** Replaced when the ports of the node change. */
  port: PortDeclaration;
}

const directionPrefixes = { input: 'in', output: 'out' } as const;

/** Derived from the node id, so that a thousand nodes need no table of ten thousand port ids. */
export const getPortId = (nodeId: string, port: PortDeclaration): string => `${nodeId}.${getPortKey(port)}`;

/** Returns a key that is unique among the ports of a node. */
export const getPortKey = ({ direction, name }: PortDeclaration): string =>
  `${directionPrefixes[direction]}.${name}`;

/** Whether any connection ends at a port. */
const isConnected = (node: NodeDocument, { direction, name }: PortDeclaration): boolean =>
  (direction === 'input' ? node.incoming : node.outgoing).has(name);

/** Port lists by key. Nodes of a type usually share one list, so a lookup is fast. */
const portIndexes = new WeakMap<readonly PortDeclaration[], ReadonlyMap<string, PortDeclaration>>();

const getPortIndex = (ports: readonly PortDeclaration[]): ReadonlyMap<string, PortDeclaration> => {
  const cached = portIndexes.get(ports);
  if (cached) return cached;
  const index = new Map(ports.map((port) => [getPortKey(port), port]));
  portIndexes.set(ports, index);
  return index;
};

/** Finds a port of a node by key. Sub-ports of collapsed ports are only found while they are connected. */
export const findPortByKey = (node: NodeDocument, key: string): PortDeclaration | undefined =>
  getPortIndex(node.ports).get(key) ??
  node.ports.flatMap(listSubPorts).find((port) => getPortKey(port) === key && isConnected(node, port));

/** Finds a port of a node by id; undefined when there is none. */
export const findPortById = (node: NodeDocument, portId: string): PortDeclaration | undefined =>
  findPortByKey(node, portId.slice(node.id.length + 1));

/** Returns the port that a sub-port is part of. */
export const getParentPort = (node: NodeDocument, { parent, direction }: SubPort): PortDeclaration =>
  getPortByName(node, parent, direction);

/** Finds a port of a node by name. An input takes precedence over an output of the same name. */
export const getPortByName = (
  node: NodeDocument,
  name: string,
  direction?: PortDeclaration['direction'],
): PortDeclaration => {
  const port = node.ports.find((p) => p.name === name && (!direction || p.direction === direction));
  if (port) return port;
  const ports = node.ports.filter((p) => !direction || p.direction === direction).map((p) => p.name);
  throw new ApiError(
    'PORT_NOT_FOUND',
    `This ${node.type.enumValue} node has no ${direction ? `${direction} ` : ''}port '${name}'.`,
    { ports, nearest: suggestNames(name, ports) },
    node.fileNode
      ? `GET /api/nodes/${node.id} shows the ports that its file names.`
      : `GET /api/node-types/${node.type.category}/${node.type.enumValue} shows the ports of a new one.`,
  );
};

/**
 * Returns the value of a port: the written one or the default. For a sub-port, this is a component of the parent's
 * value.
 */
export const getValue = (node: NodeDocument, port: PortDeclaration): Json => {
  if (!isSubPort(port)) return node.values[port.name] ?? port.default ?? getDefaultValue(port.type);
  const parentValue = getValue(node, getParentPort(node, port)) as Readonly<Record<string, Json>>;
  return parentValue[port.component] ?? 0;
};

/**
 * Converts a canonical value to the form in which the node stores it. The value of a sub-port becomes part of the
 * parent's value.
 */
export const toStoredValue = (
  node: NodeDocument,
  port: PortDeclaration,
  value: Json,
): { readonly name: string; readonly stored: Json } => {
  if (!isSubPort(port)) return { name: port.name, stored: value };
  const parent = getParentPort(node, port);
  const parentValue = getValue(node, parent) as Readonly<Record<string, Json>>;
  return { name: parent.name, stored: { ...parentValue, [port.component]: value } };
};

/** Stores a canonical value in the node. */
export const setValue = (node: NodeDocument, port: PortDeclaration, value: Json): void => {
  const { name, stored } = toStoredValue(node, port, value);
  node.values[name] = stored;
};

/** Whether a port can be written to: a data input, or an output with a button. */
export const isWritablePort = (port: PortDeclaration): boolean =>
  port.type === 'Button' || (port.direction === 'input' && port.type !== 'Trigger');

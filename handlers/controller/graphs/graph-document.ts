/**
 * The document that users edit, consisting of graphs, nodes, ports and connections. The document doesn't depend on
 * execution.
 */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { getDefaultValue, type Json } from '#spec/values.ts';
import { isSubPort, listSubPorts, type SubPort } from './sub-ports.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';
import type { NoteContent } from '#spec/note-styles.ts';
import type { SavedPositionMode } from '#spec/rest/layout.ts';
import type { Positions } from '../layout/layout-request.ts';
import type { ConnectionList, PortConnections } from './connection-lists.ts';

export interface GraphDocument {
  readonly id: string;
  /** Only the list of graphs changes the name. */
  readonly name: string;
  /** The path of the file relative to the project folder, with forward slashes. */
  readonly path: string;
  readonly nodes: Map<string, NodeDocument>;
  readonly connections: ConnectionList<Connection>;
  /**
   * Whether all node and connection ids can be written to JSON without escapes. Ids in hand-written files may be any
   * string.
   */
  readonly plainIds: boolean;
  /** Increases with every edit that a client could overwrite by mistake. */
  revision: number;
  /** Increases with every edit that affects execution. */
  imageRevision: number;
  /** The image revision that the runtime has; `undefined` before the first sync. */
  syncedRevision: number | undefined;
  /** Changes that have not been written to the edit journal yet. */
  readonly changes: GraphChanges;
  running: boolean;
  /** Whether the runtime has reported the running graph as idle. */
  idle: boolean;
  /** The running graph's port values keyed by port id, as last reported by the runtime. */
  readonly live: Map<string, Json>;
  layout: GraphLayout;
  /** The size of the file without connections, possibly slightly overestimated. */
  bytes: number;
  /** Keys in the file that this version doesn't know. These keys are kept when the graph is saved. */
  readonly unknownKeys?: UnknownKeys;
}

/** A node and the name of a port whose value the node stores. Sub-ports have no values of their own. */
export interface ValueLocation {
  readonly node: NodeDocument;
  readonly name: string;
}

/** The changes of a graph that have not been collected yet. */
export interface GraphChanges {
  /** Whether the name or layout has changed. */
  head: boolean;
  /** The ids of nodes that were added, changed or removed. */
  readonly nodes: Set<string>;
  readonly connections: Set<Connection>;
  /** Changed values of nodes that have no other changes. May contain duplicates. */
  values: ValueLocation[];
  /** All graphs that have changes. */
  readonly pending: Set<GraphDocument>;
}

export type UnknownKeys = Readonly<Record<string, unknown>>;

/** The arrangement of a graph's nodes. */
export interface GraphLayout {
  /** The ratio of width to height that layouts aim for. */
  aspectRatio: number;
  /** The node positions before the last layout, which are used to undo it. */
  saved: SavedPositions | undefined;
}

interface SavedPositions {
  readonly mode: SavedPositionMode;
  /** An ISO 8601 timestamp in UTC. */
  readonly savedAt: string;
  readonly positions: Positions;
}

export interface NodeDocument {
  readonly id: string;
  readonly graph: GraphDocument;
  readonly type: NodeType;
  locationX: number;
  locationY: number;
  /** Written input values in canonical form, keyed by port name. */
  values: Record<string, Json>;
  /** The current ports: first inputs, then outputs. An expanded port is followed by its sub-ports. */
  ports: readonly PortDeclaration[];
  /** Incoming connections keyed by input port name, in creation order. */
  readonly incoming: PortConnections<Connection>;
  /** Outgoing connections keyed by output port name, in creation order. */
  readonly outgoing: PortConnections<Connection>;
  /** The trigger ports that are disabled, as `in.Name` or `out.Name`. */
  disabled: ReadonlySet<string>;
  /** The ports that show their sub-ports, as `in.Name` or `out.Name`. */
  expanded: ReadonlySet<string>;
  /**
   * The node's size in the graph file, possibly slightly overestimated. This size is part of the graph's size while the
   * node is in the graph.
   */
  bytes: number;
  /** Only Note nodes have this content. */
  note?: NoteContent;
  /** The node's data from the file when its type is missing. Saving writes the data back; see placeholder-nodes.ts. */
  readonly fileNode?: FileNode;
  /** Keys of the node in the file that this version doesn't know. These keys are kept when the graph is saved. */
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
  /** The position among the graph's connections. Only the list changes this value. */
  index: number;
}

/** A port together with its node. */
export interface PortEnd {
  readonly node: NodeDocument;
  /** Replaced when the node's ports change. */
  port: PortDeclaration;
}

const directionPrefixes = { input: 'in', output: 'out' } as const;

/**
 * Returns a port's id, which is derived from the node id. A thousand nodes therefore need no table of ten thousand port
 * ids.
 */
export const getPortId = (nodeId: string, port: PortDeclaration): string => `${nodeId}.${getPortKey(port)}`;

/** Returns a key that is unique among a node's ports. */
export const getPortKey = ({ direction, name }: PortDeclaration): string =>
  `${directionPrefixes[direction]}.${name}`;

/** The JSON strings that identify a port. */
interface PortJson {
  /** The port's name in quotation marks. */
  readonly name: string;
  /** The part of the port's id after the node id, including the closing quotation mark. */
  readonly idSuffix: string;
}

/** Caches the JSON strings of each port, because thousands of connections mention the same few ports. */
const portJsonCache = new WeakMap<PortDeclaration, PortJson>();

export const getPortJson = (port: PortDeclaration): PortJson => {
  const cached = portJsonCache.get(port);
  if (cached) return cached;
  const text = {
    name: JSON.stringify(port.name),
    idSuffix: `.${JSON.stringify(getPortKey(port)).slice(1, -1)}`,
  };
  portJsonCache.set(port, text);
  return text;
};

const isConnected = (node: NodeDocument, { direction, name }: PortDeclaration): boolean =>
  (direction === 'input' ? node.incoming : node.outgoing).has(name);

/** Returns whether a port or one of its sub-ports has connections. */
export const isPortInUse = (node: NodeDocument, port: PortDeclaration): boolean =>
  isConnected(node, port) || listSubPorts(port).some((subPort) => isConnected(node, subPort));

/** Caches the ports of each port list, indexed by key. Nodes of the same type usually share one list. */
const portIndexes = new WeakMap<readonly PortDeclaration[], ReadonlyMap<string, PortDeclaration>>();

const getPortIndex = (ports: readonly PortDeclaration[]): ReadonlyMap<string, PortDeclaration> => {
  const cached = portIndexes.get(ports);
  if (cached) return cached;
  const index = new Map(ports.map((port) => [getPortKey(port), port]));
  portIndexes.set(ports, index);
  return index;
};

/** Finds a node's port by its key. Sub-ports of a collapsed port are found only while they are connected. */
export const findPortByKey = (node: NodeDocument, key: string): PortDeclaration | undefined =>
  getPortIndex(node.ports).get(key) ??
  node.ports.flatMap(listSubPorts).find((port) => getPortKey(port) === key && isConnected(node, port));

export const findPortById = (node: NodeDocument, portId: string): PortDeclaration | undefined =>
  findPortByKey(node, portId.slice(node.id.length + 1));

export const getParentPort = (node: NodeDocument, { parent, direction }: SubPort): PortDeclaration =>
  getPortByName(node, parent, direction);

/** Returns a node's port with this name. An input takes precedence over an output of the same name. */
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
 * Returns a port's value: the written value, or else the default. The value of a sub-port is a component of its
 * parent's value.
 */
export const getValue = (node: NodeDocument, port: PortDeclaration): Json => {
  if (!isSubPort(port)) return node.values[port.name] ?? port.default ?? getDefaultValue(port.type);
  return getParentValue(node, port)[port.component] ?? 0;
};

const getParentValue = (node: NodeDocument, port: SubPort) =>
  getValue(node, getParentPort(node, port)) as Readonly<Record<string, Json>>;

/**
 * Converts a canonical value to the form in which the node stores it. A sub-port's value becomes part of its parent's
 * value.
 */
export const toStoredValue = (
  node: NodeDocument,
  port: PortDeclaration,
  value: Json,
): { readonly name: string; readonly stored: Json } => {
  if (!isSubPort(port)) return { name: port.name, stored: value };
  return { name: port.parent, stored: { ...getParentValue(node, port), [port.component]: value } };
};

export const setValue = (node: NodeDocument, port: PortDeclaration, value: Json): void => {
  const { name, stored } = toStoredValue(node, port, value);
  node.values[name] = stored;
};

/** Returns whether a port can be written to: a data input, or an output with a button. */
export const isWritablePort = (port: PortDeclaration): boolean =>
  port.type === 'Button' || (port.direction === 'input' && port.type !== 'Trigger');

/** The edited document: graphs, nodes, ports and connections as the author sees them, independent of execution. */
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
  /** Changed only by the list that the graph is in. */
  readonly name: string;
  /** File of the graph, relative to the project folder, with forward slashes. */
  readonly path: string;
  readonly nodes: Map<string, NodeDocument>;
  readonly connections: ConnectionList<Connection>;
  /**
   * Whether the ids of all nodes and connections need no escaping in JSON. Ids in files written by hand may be any
   * text.
   */
  readonly plainIds: boolean;
  /** Grows with every edit of something that a client could overwrite. */
  revision: number;
  /** Grows with every edit that the runtime would see. */
  imageRevision: number;
  /** The image revision that the runtime has; undefined until the first sync. */
  syncedRevision: number | undefined;
  /** Changes that are not in the edit journal yet. */
  readonly changes: GraphChanges;
  running: boolean;
  /** Whether the runtime reported a running graph as idle. */
  idle: boolean;
  /** Values of ports of the running graph by port id, as last reported by the runtime. */
  readonly live: Map<string, Json>;
  layout: GraphLayout;
  /** Size of its file without connections, or slightly more. */
  bytes: number;
  /** Keys of its file that this version doesn't know; written back unchanged. */
  readonly unknownKeys?: UnknownKeys;
}

/** Where a node holds a value: the name of a port that isn't a sub-port. */
export interface ValueLocation {
  readonly node: NodeDocument;
  readonly name: string;
}

/** Changes of a graph since they were last collected: what exists now or was removed. */
export interface GraphChanges {
  /** The name of the graph, or its layout. */
  head: boolean;
  /** By id. */
  readonly nodes: Set<string>;
  readonly connections: Set<Connection>;
  /** Values of nodes that have changed in nothing else. One may occur more than once. */
  values: ValueLocation[];
  /** The set of graphs with changes. */
  readonly pending: Set<GraphDocument>;
}

export type UnknownKeys = Readonly<Record<string, unknown>>;

/** How the nodes of a graph are arranged. */
export interface GraphLayout {
  /** Width by height that layouts aim at. */
  aspectRatio: number;
  /** Node positions before the layout that can be undone. */
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
  /** Canonical values of written inputs, by port name. */
  values: Record<string, Json>;
  /** The ports for the current values: inputs, then outputs, each followed by its sub-ports when expanded. */
  ports: readonly PortDeclaration[];
  /** Incoming connections by input port name, in creation order. */
  readonly incoming: PortConnections<Connection>;
  /** Outgoing connections by output port name, in creation order. */
  readonly outgoing: PortConnections<Connection>;
  /** Trigger ports that are disabled: `in.Name` or `out.Name`. */
  disabled: ReadonlySet<string>;
  /** Ports that show their sub-ports: `in.Name` or `out.Name`. */
  expanded: ReadonlySet<string>;
  /** Size in the file of its graph, or slightly more; part of `bytes` of the graph while the node is in it. */
  bytes: number;
  /** Only on Note nodes. */
  note?: NoteContent;
  /** The node as its file has it when its type is missing here, kept for the next save; see placeholder-nodes.ts. */
  readonly fileNode?: FileNode;
  /** Keys of its part of the file that this version doesn't know; written back unchanged. */
  readonly unknownKeys?: UnknownKeys;
}

/** A node as a graph file has it. This service may not have its type. */
export interface FileNode {
  readonly id: string;
  readonly category: string;
  readonly [key: string]: unknown;
}

export interface Connection {
  readonly id: string;
  readonly from: PortEnd;
  readonly to: PortEnd;
  /** Position in the list of its graph, maintained by the list. */
  index: number;
}

/** A port of a node in a graph. */
export interface PortEnd {
  readonly node: NodeDocument;
  /** Replaced when the ports of the node change. */
  port: PortDeclaration;
}

const directionPrefixes = { input: 'in', output: 'out' } as const;

/** Derives port ids from the node id, so that a thousand nodes need no table of ten thousand ports. */
export const getPortId = (nodeId: string, port: PortDeclaration): string => `${nodeId}.${getPortKey(port)}`;

/** Returns what distinguishes a port from the other ports of its node. */
export const getPortKey = ({ direction, name }: PortDeclaration): string =>
  `${directionPrefixes[direction]}.${name}`;

/** Whether any connection ends at a port. */
const isConnected = (node: NodeDocument, { direction, name }: PortDeclaration): boolean =>
  (direction === 'input' ? node.incoming : node.outgoing).has(name);

/** Lists of ports by key. Most nodes of a type share one list, so a lookup needs no search. */
const portIndexes = new WeakMap<readonly PortDeclaration[], ReadonlyMap<string, PortDeclaration>>();

const getPortIndex = (ports: readonly PortDeclaration[]): ReadonlyMap<string, PortDeclaration> => {
  const known = portIndexes.get(ports);
  if (known) return known;
  const index = new Map(ports.map((port) => [getPortKey(port), port]));
  portIndexes.set(ports, index);
  return index;
};

/** Finds a port of a node. The sub-port of a collapsed port is found only while it is connected. */
export const findPortByKey = (node: NodeDocument, key: string): PortDeclaration | undefined =>
  getPortIndex(node.ports).get(key) ??
  node.ports.flatMap(listSubPorts).find((port) => getPortKey(port) === key && isConnected(node, port));

/** Finds the port with an id among the ports of its node; undefined when there is none. */
export const findPortById = (node: NodeDocument, portId: string): PortDeclaration | undefined =>
  findPortByKey(node, portId.slice(node.id.length + 1));

/** Returns the port that a sub-port is part of. */
export const getParentPort = (node: NodeDocument, { parent, direction }: SubPort): PortDeclaration =>
  getPortByName(node, parent, direction);

/** Returns a port of a node by name. Inputs take precedence over outputs of the same name. */
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
 * Returns the value of a port: the written value or its default; for a sub-port, the component of its parent's value.
 */
export const getValue = (node: NodeDocument, port: PortDeclaration): Json => {
  if (!isSubPort(port)) return node.values[port.name] ?? port.default ?? getDefaultValue(port.type);
  const whole = getValue(node, getParentPort(node, port)) as Readonly<Record<string, Json>>;
  return whole[port.component] ?? 0;
};

/** Returns the form in which a node stores a canonical value. The value of a sub-port becomes part of its parent's. */
export const toStoredValue = (
  node: NodeDocument,
  port: PortDeclaration,
  value: Json,
): { readonly name: string; readonly held: Json } => {
  if (!isSubPort(port)) return { name: port.name, held: value };
  const parent = getParentPort(node, port);
  const whole = getValue(node, parent) as Readonly<Record<string, Json>>;
  return { name: parent.name, held: { ...whole, [port.component]: value } };
};

/** Stores a canonical value of a port in its node. */
export const setValue = (node: NodeDocument, port: PortDeclaration, value: Json): void => {
  const { name, held } = toStoredValue(node, port, value);
  node.values[name] = held;
};

/** Whether the value of a port can be written: a data input, or the button on an output. */
export const isWritablePort = (port: PortDeclaration): boolean =>
  port.type === 'Button' || (port.direction === 'input' && port.type !== 'Trigger');

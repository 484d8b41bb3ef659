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
  /** What all graphs of the store share about the edits that are being made. */
  readonly session: EditSession;
  /** Changes that have not been written to the edit journal yet. */
  readonly changes: GraphChanges;
  /** The steps that can be undone or redone. */
  readonly history: GraphHistory;
  /** The order number of the next node that is added. */
  nextOrder: number;
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
}

/** What all graphs of a store share about the edits that are being made. */
export interface EditSession {
  /** All graphs that have changes which are not in the edit journal yet. */
  readonly pending: Set<GraphDocument>;
  /** The call that is editing; `undefined` for edits that no client has requested. */
  source: EditSource | undefined;
  readonly now: () => Date;
}

/** The call that makes an edit. Edits with the same source are one step in the history of their graph (C-324). */
export interface EditSource {
  /** The name that the client has given itself; empty if it has none. */
  readonly client: string;
  /** The operationId of the call. */
  readonly operation: string;
  /** Whether the call consists of several parts, between which other calls may edit. */
  readonly hasParts: boolean;
}

/** The steps of a graph that can be undone or redone (C-324). */
export interface GraphHistory {
  /** Identifies this history. Changes when the history is cleared. */
  epoch: string;
  /** The steps, oldest first. */
  steps: HistoryStep[];
  /** The step to which the current call adds its changes. */
  open: HistoryStep | undefined;
  /** The number of the newest step. Numbers are never used again. */
  lastNumber: number;
  /** Counts each time a step was made, continued, undone or redone. */
  clock: number;
  /** The number of steps that are undone. */
  undoneCount: number;
  /** The estimated size of all steps. */
  bytes: number;
  /** The number of entries that the edit journal has received. */
  entryCount: number;
  /** Entries that have not been written to the edit journal yet. */
  unwritten: HistoryEntry[];
}

/** What one call has changed in a graph. */
export interface HistoryStep {
  readonly number: number;
  readonly client: string;
  readonly operation: string;
  /** The time of the first change, in milliseconds since 1970. */
  readonly at: number;
  /** The call; `undefined` after the project was opened again. */
  readonly source: EditSource | undefined;
  /** The graph's revision after the step. */
  revision: number;
  isUndone: boolean;
  /** The changes in the order in which they were made. While the step is undone, the changes that the undo has made. */
  records: EditRecord[];
  /** The clock of the history at which the step was made, undone and redone. */
  readonly toggles: number[];
  /** The estimated size of the records. */
  bytes: number;
  /** Whether the step was too large to be kept. It then has no records. */
  isTooLarge: boolean;
}

/** One change, with the states before and after it. */
export type EditRecord =
  | {
      readonly kind: 'value';
      readonly nodeId: string;
      readonly name: string;
      readonly before: Json | undefined;
      readonly after: Json | undefined;
    }
  | {
      readonly kind: 'position';
      readonly nodeId: string;
      readonly before: NodePoint;
      readonly after: NodePoint;
    }
  | {
      readonly kind: 'node';
      readonly nodeId: string;
      readonly before: NodeState;
      readonly after: NodeState;
      /** The input whose value has changed the node's ports. */
      readonly name?: string | undefined;
    }
  | {
      readonly kind: 'added';
      readonly nodes: readonly AddedNode[];
      readonly connections: readonly AddedConnection[];
    }
  | {
      readonly kind: 'removed';
      readonly nodes: readonly RemovedNode[];
      readonly connections: readonly RemovedConnection[];
    }
  | { readonly kind: 'name'; readonly before: string; readonly after: string }
  | { readonly kind: 'layout'; readonly before: GraphLayout; readonly after: GraphLayout };

type NodePoint = readonly [x: number, y: number];

interface ItemReference {
  readonly id: string;
}

/** An added item, or its id if it was added before the project was opened. */
type AddedNode = NodeDocument | ItemReference;
export type AddedConnection = Connection | ItemReference;

/** The parts of a node that an edit has changed. */
export type NodeState = Partial<Pick<NodeDocument, 'values' | 'disabled' | 'expanded' | 'note'>>;

/** A removed node: the document itself, or its data if the node was removed before the project was opened. */
export type RemovedNode = NodeDocument | FileRemovedNode;

export interface FileRemovedNode {
  readonly id: string;
  readonly order: number;
  readonly file: FileNode;
}

/** A removed connection: the connection itself, or its data if it was removed before the project was opened. */
export type RemovedConnection = Connection | FileRemovedConnection;

export interface FileRemovedConnection {
  readonly id: string;
  readonly order: number;
  readonly ends: { readonly from: FileEnd; readonly to: FileEnd };
  readonly isTrigger: boolean;
}

type FileEnd = readonly [nodeId: string, port: string];

/** A change of the history: a step that was made or continued, or steps that were undone or redone. */
export type HistoryEntry =
  | {
      readonly step: HistoryStep;
      /** The index of the first record that belongs to the entry. */
      readonly from: number;
      /** The index after the last record; `undefined` for all further records. */
      to: number | undefined;
    }
  | { readonly toggled: readonly HistoryStep[] };

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
  /** The position among the graph's nodes, which are sorted by it. Nodes that are restored get their order back. */
  order: number;
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
  /** The graph's connections are sorted by this number, which a connection keeps when it is restored. */
  order: number;
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

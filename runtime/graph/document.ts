/** The edited document: graphs, nodes, ports and connections as the author sees them, apart from what runs. */
import { Fault } from '#spec/errors.ts';
import { type Json, zeroOf } from '#spec/values.ts';
import type { NoteContent } from '#spec/note.ts';
import type { NodeType, PortDeclaration } from '../nodes/node-type.ts';

export interface GraphDocument {
  readonly id: string;
  name: string;
  /** File of the graph, relative to the project folder, with forward slashes. */
  readonly path: string;
  readonly nodes: Map<string, NodeDocument>;
  readonly connections: Map<string, Connection>;
  /** Grows with every edit. */
  revision: number;
  /** The revision that the runtime has; undefined until the first sync. */
  syncedRevision: number | undefined;
  running: boolean;
  /** Values that ports had while the graph ran, by port id, as last told by the runtime. */
  readonly live: Map<string, Json>;
}

export interface NodeDocument {
  readonly id: string;
  readonly graph: GraphDocument;
  readonly type: NodeType;
  locationX: number;
  locationY: number;
  /** Canonical values of inputs that were written, by port name. */
  values: Record<string, Json>;
  /** The ports under the present values: inputs, then outputs. */
  ports: readonly PortDeclaration[];
  /** Wires that arrive, by input port name, in creation order. */
  readonly incoming: Map<string, Connection[]>;
  /** Wires that leave, by output port name, in creation order. */
  readonly outgoing: Map<string, Connection[]>;
  /** Trigger ports that nothing passes: `in.Name` or `out.Name`. */
  readonly disabled: Set<string>;
  /** Only Note nodes have it. */
  note?: NoteContent;
}

export interface Connection {
  readonly id: string;
  readonly from: PortEnd;
  readonly to: PortEnd;
}

/** A port of a placed node. */
export interface PortEnd {
  readonly node: NodeDocument;
  /** Another declaration takes its place when the ports of the node change. */
  port: PortDeclaration;
}

const uuidLength = 36;
const sides = { input: 'in', output: 'out' } as const;

/** Port ids derive from the node id, so that a thousand nodes cost no table of ten thousand ports. */
export const portIdOf = (nodeId: string, port: PortDeclaration): string => `${nodeId}.${portKeyOf(port)}`;

/** What tells a port from the other ports of its node. */
export const portKeyOf = ({ direction, name }: PortDeclaration): string => `${sides[direction]}.${name}`;

/** Finds the port that an id stands for among the ports of its node; undefined when there is none. */
export const portOfNode = (node: NodeDocument, portId: string): PortDeclaration | undefined => {
  const rest = portId.slice(node.id.length + 1);
  return node.ports.find((port) => rest === portKeyOf(port));
};

/** The part of a port id that names the node. */
export const nodeIdOf = (portId: string): string => portId.slice(0, uuidLength);

/** A port of a node by name; inputs win where an output has the same name. */
export const portNamed = (
  node: NodeDocument,
  name: string,
  direction?: PortDeclaration['direction'],
): PortDeclaration => {
  const port = node.ports.find((p) => p.name === name && (!direction || p.direction === direction));
  if (port) return port;
  throw new Fault(
    'PORT_NOT_FOUND',
    `A ${node.type.enumValue} node has no ${direction ?? ''} port '${name}'.`,
    {
      ports: node.ports.filter((p) => !direction || p.direction === direction).map((p) => p.name),
    },
  );
};

/** What an input holds: the written value, or its default. */
export const heldValue = (node: NodeDocument, port: PortDeclaration): Json =>
  node.values[port.name] ?? port.default ?? zeroOf(port.type);

/** A port whose value can be written: a data input, or the button that an output presses. */
export const isWritable = (port: PortDeclaration): boolean =>
  port.type === 'Button' || (port.direction === 'input' && port.type !== 'Trigger');

/** Wires at sub-ports, as the compiler knows them: it has no sub-ports, but nodes that make and split values. */
import type { Json } from '#spec/values.ts';
import type { NodeImage, WireImage } from '../../link/protocol.ts';
import {
  type Connection,
  heldValue,
  type NodeDocument,
  parentOf,
  type PortEnd,
  portKeyOf,
} from './document.ts';
import { isSubPort, type SubPort, subPortsOf } from './sub-ports.ts';

/** The nodes that make a value of its components and split it, and their port for the whole value. */
const converters = {
  Vector3: { make: 'MakeVector3', split: 'SplitVector3', whole: 'Vector' },
  Color: { make: 'MakeColor', split: 'SplitColor', whole: 'Color' },
} as const;

const converterOf = (type: string) => converters[type as keyof typeof converters];

/** `X` of `Position.X`: what the converters call the component. */
const labelOf = ({ name }: SubPort): string => name.slice(name.lastIndexOf('.') + 1);

interface Lowered {
  readonly nodes: readonly NodeImage[];
  readonly wires: readonly WireImage[];
}

/** The wires of a graph in their order, with converters wherever one of them ends at a sub-port. */
export const lowerWires = (connections: Iterable<Connection>): Lowered => {
  const all = [...connections];
  const nodes = new Map<string, NodeImage>();
  const wires: WireImage[] = [];

  const addSplit = (end: PortEnd, source: WireImage['from']): string => {
    const { split, whole } = converterOf(end.port.type);
    const id = `${end.node.id}.${portKeyOf(end.port)}.split`;
    if (!nodes.has(id)) {
      nodes.set(id, { id, category: split, values: {}, internal: true });
      wires.push({ from: source, to: [id, whole] });
    }
    return id;
  };

  const sourceOf = ({ node, port }: PortEnd): WireImage['from'] => {
    if (!isSubPort(port)) return [node.id, port.name];
    const parent = parentOf(node, port);
    return [addSplit({ node, port: parent }, [node.id, parent.name]), labelOf(port)];
  };

  /** The node that makes the value of an input of which some components are wired. */
  const addMake = (node: NodeDocument, port: SubPort): string => {
    const parent = parentOf(node, port);
    const { make, whole } = converterOf(parent.type);
    const id = `${node.id}.${portKeyOf(parent)}.make`;
    if (nodes.has(id)) return id;
    const unwired = subPortsOf(parent).filter(({ name }) => !node.incoming.has(name));
    const held = heldValue(node, parent) as Readonly<Record<string, Json>>;
    // biome-ignore lint/style/noNonNullAssertion: a value with sub-ports has a component for each
    const values = Object.fromEntries(unwired.map((sub) => [labelOf(sub), held[sub.component]!]));
    nodes.set(id, { id, category: make, values, internal: true });
    wires.push({ from: [id, whole], to: [node.id, parent.name] });
    const wireOfWhole = node.incoming.get(parent.name)?.[0];
    if (wireOfWhole) {
      const split = addSplit({ node, port: parent }, sourceOf(wireOfWhole.from));
      for (const sub of unwired) wires.push({ from: [split, labelOf(sub)], to: [id, labelOf(sub)] });
    }
    return id;
  };

  /** The whole of an input whose components are wired comes from its maker alone. */
  const isMade = ({ node, port }: PortEnd): boolean =>
    subPortsOf(port).some(({ name }) => node.incoming.has(name));

  for (const { from, to } of all) {
    if (isSubPort(to.port)) {
      wires.push({ from: sourceOf(from), to: [addMake(to.node, to.port), labelOf(to.port)] });
    } else if (!isMade(to)) {
      wires.push({ from: sourceOf(from), to: [to.node.id, to.port.name] });
    }
  }
  return { nodes: [...nodes.values()], wires };
};

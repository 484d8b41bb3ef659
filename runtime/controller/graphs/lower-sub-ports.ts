/** Replaces connections of sub-ports for the compiler, which has no sub-ports, by converter nodes. */
import type { Json } from '#spec/values.ts';
import type { NodeSnapshot, ConnectionSnapshot } from '../../link/runtime-link.ts';
import {
  type Connection,
  getValue,
  type NodeDocument,
  getParentPort,
  type PortEnd,
  getPortKey,
} from './graph-document.ts';
import { isSubPort, type SubPort, listSubPorts } from './sub-ports.ts';

/** Converter nodes that compose or split a value, and their port for the whole value. */
const converterNodes = {
  Vector3: { make: 'MakeVector3', split: 'SplitVector3', whole: 'Vector' },
  Color: { make: 'MakeColor', split: 'SplitColor', whole: 'Color' },
} as const;

const getConverter = (type: string) => converterNodes[type as keyof typeof converterNodes];

/** Returns `X` for `Position.X`, which is the port name of the converter node. */
const getComponentLabel = ({ name }: SubPort): string => name.slice(name.lastIndexOf('.') + 1);

interface LoweredGraph {
  readonly nodes: readonly NodeSnapshot[];
  readonly connections: readonly ConnectionSnapshot[];
}

/** Returns the connections of a graph in order, and converter nodes for connections of sub-ports. */
export const lowerSubPorts = (connections: Iterable<Connection>): LoweredGraph => {
  const all = [...connections];
  const nodes = new Map<string, NodeSnapshot>();
  const lowered: ConnectionSnapshot[] = [];

  const addSplit = (end: PortEnd, source: ConnectionSnapshot['from']): string => {
    const { split, whole: wholePort } = getConverter(end.port.type);
    const id = `${end.node.id}.${getPortKey(end.port)}.split`;
    if (!nodes.has(id)) {
      nodes.set(id, { id, category: split, values: {}, internal: true });
      lowered.push({ from: source, to: [id, wholePort] });
    }
    return id;
  };

  const getSource = ({ node, port }: PortEnd): ConnectionSnapshot['from'] => {
    if (!isSubPort(port)) return [node.id, port.name];
    const parent = getParentPort(node, port);
    return [addSplit({ node, port: parent }, [node.id, parent.name]), getComponentLabel(port)];
  };

  /** Adds a converter node that composes the value of an input from its connected sub-ports. */
  const addMake = (node: NodeDocument, port: SubPort): string => {
    const parent = getParentPort(node, port);
    const { make, whole: wholePort } = getConverter(parent.type);
    const id = `${node.id}.${getPortKey(parent)}.make`;
    if (nodes.has(id)) return id;
    const unconnected = listSubPorts(parent).filter(({ name }) => !node.incoming.has(name));
    const stored = getValue(node, parent) as Readonly<Record<string, Json>>;
    const values = Object.fromEntries(
      // biome-ignore lint/style/noNonNullAssertion: a value with sub-ports has a component for each
      unconnected.map((sub) => [getComponentLabel(sub), stored[sub.component]!]),
    );
    nodes.set(id, { id, category: make, values, internal: true });
    lowered.push({ from: [id, wholePort], to: [node.id, parent.name] });
    const wholeConnection = node.incoming.get(parent.name)?.[0];
    if (wholeConnection) {
      const split = addSplit({ node, port: parent }, getSource(wholeConnection.from));
      for (const sub of unconnected)
        lowered.push({ from: [split, getComponentLabel(sub)], to: [id, getComponentLabel(sub)] });
    }
    return id;
  };

  /** Whether a converter node composes the value of an input. Then no other connection leads to it. */
  const isComposed = ({ node, port }: PortEnd): boolean =>
    listSubPorts(port).some(({ name }) => node.incoming.has(name));

  for (const { from, to } of all) {
    if (isSubPort(to.port)) {
      lowered.push({ from: getSource(from), to: [addMake(to.node, to.port), getComponentLabel(to.port)] });
    } else if (!isComposed(to)) {
      lowered.push({ from: getSource(from), to: [to.node.id, to.port.name] });
    }
  }
  return { nodes: [...nodes.values()], connections: lowered };
};

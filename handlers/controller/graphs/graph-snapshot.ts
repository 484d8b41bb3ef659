import {
  type Connection,
  getParentPort,
  getPortKey,
  getValue,
  type GraphDocument,
  type NodeDocument,
  type PortEnd,
} from './graph-document.ts';
import { isBrokenConnection } from './connections.ts';
import { isSubPort, listSubPorts, type SubPort } from './sub-ports.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { ConnectionSnapshot, GraphSnapshot, NodeSnapshot } from '#runtime/link/runtime-link.ts';

/** Converts a graph, without its layout, to plain data for the runtime. */
export const createGraphSnapshot = (graph: GraphDocument): GraphSnapshot => {
  const lowered = lowerSubPorts(graph.connections.values().filter((each) => !isBrokenConnection(each)));
  const active = [...graph.nodes.values()].filter(({ type }) => type.kind !== 'note');
  const executable = active.map((node) => {
    const { id, type, values, disabled } = node;
    const ports = listAddedPorts(node);
    return {
      id,
      category: type.enumValue,
      // Copies the values, because the runtime must not see later edits before the next sync.
      values: { ...values },
      ...(disabled.size > 0 && { disabled: [...disabled] }),
      ...(ports.length > 0 && { ports }),
    };
  });
  return {
    graphId: graph.id,
    name: graph.name,
    nodes: [...executable, ...lowered.nodes],
    connections: lowered.connections,
  };
};

const noPorts: NonNullable<NodeSnapshot['ports']> = [];

/** Lists the ports that a node has because of its values, in addition to or instead of the ports of its type. */
const listAddedPorts = ({ type, ports }: NodeDocument): NonNullable<NodeSnapshot['ports']> => {
  if (!type.portsFor) return noPorts;
  const isDeclared = (port: PortDeclaration): boolean =>
    type.ports.some(
      ({ name, direction, type: portType }) =>
        name === port.name && direction === port.direction && portType === port.type,
    );
  return ports
    .filter((port) => !isSubPort(port) && !port.isMissing && !isDeclared(port))
    .map(({ name, direction, type: portType }) => ({ name, direction, type: portType }));
};

/** The converter nodes that compose or split a value, each with its port for the whole value. */
const converterNodes = {
  Vector3: { make: 'MakeVector3', split: 'SplitVector3', whole: 'Vector' },
  Color: { make: 'MakeColor', split: 'SplitColor', whole: 'Color' },
} as const;

const getConverter = (type: string) => converterNodes[type as keyof typeof converterNodes];

/** Returns the port name of the converter node, for example `X` for `Position.X`. */
const getComponentLabel = ({ name }: SubPort): string => name.slice(name.lastIndexOf('.') + 1);

/**
 * Returns a graph's connections in order, and the converter nodes that replace sub-port connections, because the
 * compiler doesn't support sub-ports.
 */
const lowerSubPorts = (connections: Iterable<Connection>): Pick<GraphSnapshot, 'nodes' | 'connections'> => {
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

  /** Adds a converter node that composes an input's value from its connected sub-ports. */
  const addMake = (node: NodeDocument, port: SubPort): string => {
    const parent = getParentPort(node, port);
    const { make, whole: wholePort } = getConverter(parent.type);
    const id = `${node.id}.${getPortKey(parent)}.make`;
    if (nodes.has(id)) return id;
    const unconnected = listSubPorts(parent).filter(({ name }) => !node.incoming.has(name));
    const values = Object.fromEntries(
      unconnected.map((sub) => [getComponentLabel(sub), getValue(node, sub)]),
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

  /** Returns whether a converter node composes an input's value. If so, no other connection leads to the input. */
  const isComposed = ({ node, port }: PortEnd): boolean =>
    listSubPorts(port).some(({ name }) => node.incoming.has(name));

  for (const { from, to } of connections) {
    if (isSubPort(to.port)) {
      lowered.push({ from: getSource(from), to: [addMake(to.node, to.port), getComponentLabel(to.port)] });
    } else if (!isComposed(to)) {
      lowered.push({ from: getSource(from), to: [to.node.id, to.port.name] });
    }
  }
  return { nodes: [...nodes.values()], connections: lowered };
};

import type { Connection, GraphDocument, NodeDocument, PortEnd } from './graph-document.ts';

/** Adds a new connection to its graph and to the ports at both ends. */
export const attachConnection = (id: string, from: PortEnd, to: PortEnd): Connection => {
  const wire: Connection = { id, from, to, index: 0 };
  from.node.graph.connections.add(wire);
  addToEnds(wire);
  return wire;
};

/** Removes a connection from its graph and from the ports at both ends. */
export const detachConnection = (wire: Connection): void => {
  const { from, to } = wire;
  from.node.graph.connections.remove(wire);
  from.node.outgoing.remove(from.port.name, wire);
  to.node.incoming.remove(to.port.name, wire);
};

const addToEnds = (wire: Connection): void => {
  const { from, to } = wire;
  from.node.outgoing.add(from.port.name, wire);
  to.node.incoming.add(to.port.name, wire);
};

/** Restores the connections of a graph in this order, and reattaches those that were detached. */
export const restoreConnections = (
  graph: GraphDocument,
  wires: readonly Connection[],
  detached: readonly Connection[],
): void => {
  graph.connections.restore(wires);
  for (const wire of detached) addToEnds(wire);
  for (const side of new Set(detached.flatMap(({ from, to }) => [from.node.outgoing, to.node.incoming])))
    side.sort();
};

export const listConnections = (node: NodeDocument): Connection[] =>
  [...node.incoming.values(), ...node.outgoing.values()].flat();

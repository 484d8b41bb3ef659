import type { Connection, GraphDocument, NodeDocument, PortEnd } from './graph-document.ts';

/** Adds a new connection to its graph and to the ports at both ends. */
export const attachConnection = (id: string, from: PortEnd, to: PortEnd): Connection => {
  const connection: Connection = { id, from, to, index: 0 };
  from.node.graph.connections.add(connection);
  addToEnds(connection);
  return connection;
};

/** Removes a connection from its graph and from the ports at both ends. */
export const detachConnection = (connection: Connection): void => {
  const { from, to } = connection;
  from.node.graph.connections.remove(connection);
  from.node.outgoing.remove(from.port.name, connection);
  to.node.incoming.remove(to.port.name, connection);
};

const addToEnds = (connection: Connection): void => {
  const { from, to } = connection;
  from.node.outgoing.add(from.port.name, connection);
  to.node.incoming.add(to.port.name, connection);
};

/** Restores a graph's connections in the given order, and reattaches those that were detached. */
export const restoreConnections = (
  graph: GraphDocument,
  connections: readonly Connection[],
  detached: readonly Connection[],
): void => {
  graph.connections.restore(connections);
  for (const connection of detached) addToEnds(connection);
  for (const side of new Set(detached.flatMap(({ from, to }) => [from.node.outgoing, to.node.incoming])))
    side.sort();
};

export const listConnections = (node: NodeDocument): Connection[] =>
  [...node.incoming.values(), ...node.outgoing.values()].flat();

import type { Connection, NodeDocument } from './document.ts';

const append = (wires: Map<string, Connection[]>, port: string, wire: Connection): void => {
  const list = wires.get(port);
  if (list) list.push(wire);
  else wires.set(port, [wire]);
};

const without = (wires: Map<string, Connection[]>, port: string, wire: Connection): void => {
  const rest = wires.get(port)?.filter((other) => other !== wire) ?? [];
  if (rest.length > 0) wires.set(port, rest);
  else wires.delete(port);
};

/** Enters a wire at its graph and at both of its ends. */
export const attach = (wire: Connection): void => {
  wire.from.node.graph.connections.set(wire.id, wire);
  append(wire.from.node.outgoing, wire.from.port.name, wire);
  append(wire.to.node.incoming, wire.to.port.name, wire);
};

/** Takes a wire out of its graph and of both of its ends. */
export const detach = (wire: Connection): void => {
  wire.from.node.graph.connections.delete(wire.id);
  without(wire.from.node.outgoing, wire.from.port.name, wire);
  without(wire.to.node.incoming, wire.to.port.name, wire);
};

export const wiresOf = (node: NodeDocument): Connection[] =>
  [...node.incoming.values(), ...node.outgoing.values()].flat();

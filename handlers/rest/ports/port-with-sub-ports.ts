import type { PortEnd } from '#runtime/controller/graphs/document.ts';
import { portRecord } from '#runtime/controller/graphs/records.ts';
import type { GraphStore } from '#runtime/controller/graphs/store.ts';

/** Returns a port with its visible sub-ports. */
export const toPortWithSubPorts = (store: GraphStore, { node, port }: PortEnd) => {
  const record = portRecord(store, node, port);
  const others = node.ports.map((other) => portRecord(store, node, other));
  return { ...record, subPorts: others.filter(({ parentPortId }) => parentPortId === record.id) };
};

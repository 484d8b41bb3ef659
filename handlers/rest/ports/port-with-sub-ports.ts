import type { PortEnd } from '#runtime/controller/graphs/document.ts';
import { portRecord } from '#runtime/controller/graphs/records.ts';
import type { GraphStore } from '#runtime/controller/graphs/store.ts';

/** A port together with the sub-ports that it shows. */
export const toPortWithSubPorts = (store: GraphStore, { node, port }: PortEnd) => {
  const record = portRecord(store, node, port);
  const others = node.ports.map((other) => portRecord(store, node, other));
  return { ...record, subPorts: others.filter(({ parentPortId }) => parentPortId === record.id) };
};

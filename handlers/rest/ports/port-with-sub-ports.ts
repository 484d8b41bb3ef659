import type { PortEnd } from '#runtime/graph/document.ts';
import { portRecord } from '#runtime/graph/records.ts';
import type { GraphStore } from '#runtime/graph/store.ts';

/** A port together with the sub-ports that it shows. */
export const portWithSubPorts = (store: GraphStore, { node, port }: PortEnd) => {
  const record = portRecord(store, node, port);
  const others = node.ports.map((other) => portRecord(store, node, other));
  return { ...record, subPorts: others.filter(({ parentPortId }) => parentPortId === record.id) };
};

import type { PortEnd } from '../../controller/graphs/graph-document.ts';
import { toPortRecord } from '../../controller/graphs/graph-records.ts';
import type { GraphStore } from '../../controller/graphs/graph-store.ts';

/** Returns a port together with its visible sub-ports. */
export const toPortWithSubPorts = (store: GraphStore, { node, port }: PortEnd) => {
  const record = toPortRecord(store, node, port);
  const records = node.ports.map((nodePort) => toPortRecord(store, node, nodePort));
  return { ...record, subPorts: records.filter(({ parentPortId }) => parentPortId === record.id) };
};

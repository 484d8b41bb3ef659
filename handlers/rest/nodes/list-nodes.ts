import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';
import { Listing } from '../../pipeline/listing.ts';

export const listNodes = handle(nodes.listNodes, ({ graph }, { controller: { store } }) =>
  Listing.of(graph.nodes, (node) => nodeRecord(store, node)),
);

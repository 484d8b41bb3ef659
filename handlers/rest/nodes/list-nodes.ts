import { nodeRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';
import { Listing } from '../../pipeline/listing.ts';

export const listNodes = handle(nodes.listNodes, ({ params }, { controller: { store } }) =>
  Listing.of(findGraph(store, params.graphId).nodes, (node) => nodeRecord(store, node)),
);

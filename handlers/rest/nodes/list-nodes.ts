import { graphVersion, nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeText } from '#runtime/controller/graphs/record-text.ts';
import { listPieces } from '#runtime/disk/text.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';
import { Listing } from '../../pipeline/listing.ts';
import { Sliced } from '../../pipeline/sliced.ts';

export const listNodes = handle(nodeOperations.listNodes, ({ graph }, { controller: { store } }) => {
  const { size } = graph.nodes;
  return new Sliced({
    whole: Listing.of(graph.nodes, (node) => nodeRecord(store, node)),
    pieces: () => listPieces(graph.nodes.values(), (node) => nodeText(store, node)),
    size,
    count: size,
    version: () => graphVersion(graph),
  });
});

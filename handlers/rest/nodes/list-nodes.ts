import { graphVersion, nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeText } from '#runtime/controller/graphs/record-text.ts';
import { listPieces } from '#runtime/disk/text.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { LazyList } from '../../pipeline/lazy-list.ts';
import { SlicedResult } from '../../pipeline/sliced-result.ts';

export const listNodes = defineHandler(nodeOperations.listNodes, ({ graph }, { controller: { store } }) => {
  const { size } = graph.nodes;
  return new SlicedResult({
    whole: LazyList.of(graph.nodes, (node) => nodeRecord(store, node)),
    pieces: () => listPieces(graph.nodes.values(), (node) => nodeText(store, node)),
    recordCount: size,
    count: size,
    version: () => graphVersion(graph),
  });
});

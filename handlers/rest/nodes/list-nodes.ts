import { computeGraphVersion, toNodeRecord } from '#runtime/controller/graphs/graph-records.ts';
import { stringifyNode } from '#runtime/controller/graphs/record-json.ts';
import { stringifyListInChunks } from '#runtime/storage/text-encoding.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { LazyList } from '../../pipeline/lazy-list.ts';
import { SlicedResult } from '../../pipeline/sliced-result.ts';

export const listNodes = defineHandler(nodeOperations.listNodes, ({ graph }, { controller: { store } }) => {
  const { size } = graph.nodes;
  return new SlicedResult({
    unsliced: LazyList.of(graph.nodes, (node) => toNodeRecord(store, node)),
    chunks: () => stringifyListInChunks(graph.nodes.values(), (node) => stringifyNode(store, node)),
    recordCount: size,
    count: size,
    version: () => computeGraphVersion(graph),
  });
});

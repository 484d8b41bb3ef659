import { computeGraphVersion, toNodeRecord } from '../../controller/graphs/graph-records.ts';
import { stringifyNode } from '../../controller/graphs/record-json.ts';
import { stringifyListInChunks } from '#runtime/shared/text-encoding.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

export const listNodes = defineHandler(nodeOperations.listNodes, ({ graph }, { controller: { store } }) => {
  const { size } = graph.nodes;
  return Result.sliced({
    unsliced: Result.list(graph.nodes, (node) => toNodeRecord(store, node)),
    chunks: () => stringifyListInChunks(graph.nodes.values(), (node) => stringifyNode(store, node)),
    recordCount: size,
    count: size,
    version: () => computeGraphVersion(graph),
  });
});

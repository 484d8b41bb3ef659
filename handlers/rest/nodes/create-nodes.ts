import { addNodes } from '../../controller/graphs/add-nodes.ts';
import { toNodeRecord } from '../../controller/graphs/graph-records.ts';
import { stringifyNode } from '../../controller/graphs/record-json.ts';
import { stringifyListInChunks } from '#runtime/shared/text-encoding.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

export const createNodes = defineHandler(nodeOperations.createNodes, ({ graph, body }, { controller }) => {
  const nodes = addNodes(controller.store, graph, body);
  const { store } = controller;
  return Result.streamed(
    () => nodes.map((node) => toNodeRecord(store, node)),
    () => stringifyListInChunks(nodes, (node) => stringifyNode(store, node)),
    nodes.length,
  );
});

import { addNode } from '../../controller/graphs/add-nodes.ts';
import { toNodeRecord } from '../../controller/graphs/graph-records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const createNode = defineHandler(nodeOperations.createNode, ({ graph, body }, { controller }) => {
  const node = addNode(controller.store, graph, body);
  return toNodeRecord(controller.store, node);
});

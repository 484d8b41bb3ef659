import { addNode } from '#runtime/controller/graphs/add-nodes.ts';
import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const createNode = defineHandler(nodeOperations.createNode, ({ graph, body }, { controller }) => {
  const node = addNode(controller.store, graph, body);
  return nodeRecord(controller.store, node);
});

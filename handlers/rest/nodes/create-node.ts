import { addNode } from '#runtime/controller/graphs/add-nodes.ts';
import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const createNode = handle(nodeOperations.createNode, ({ graph, body }, { controller }) => {
  const node = addNode(controller.store, graph, body);
  return nodeRecord(controller.store, node);
});

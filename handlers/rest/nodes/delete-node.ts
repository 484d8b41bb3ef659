import { removeNode } from '../../controller/graphs/graph-edits.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const deleteNode = defineHandler(nodeOperations.deleteNode, ({ node }, { controller }) => {
  const removed = removeNode(controller.store, node);
  return { nodeId: node.id, removedConnectionIds: removed.map(({ id }) => id) };
});

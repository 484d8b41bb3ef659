import { removeNode } from '#runtime/controller/graphs/edit.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteNode = handle(nodeOperations.deleteNode, ({ node }, { controller }) => {
  const removed = removeNode(controller.store, node);
  return { nodeId: node.id, removedConnectionIds: removed.map(({ id }) => id) };
});

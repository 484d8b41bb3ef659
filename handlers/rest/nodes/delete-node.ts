import { removeNode } from '#runtime/graph/edit.ts';
import { findGraph, findNode } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteNode = handle(nodes.deleteNode, async ({ params, query }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const node = findNode(controller.store, params.nodeId, graph);
  const removed = removeNode(controller.store, node);
  if (query.sync) await controller.sync(graph);
  return { nodeId: node.id, removedConnectionIds: removed.map(({ id }) => id) };
});

import { moveNode as moveNodeTo } from '#runtime/graph/edit.ts';
import { nodeRecord } from '#runtime/graph/records.ts';
import { findGraph, findNode } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const moveNode = handle(nodes.moveNode, ({ params, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const node = findNode(controller.store, params.nodeId, graph);
  moveNodeTo(node, body.locationX, body.locationY);
  return nodeRecord(controller.store, node);
});

import { nodeRecord } from '#runtime/graph/records.ts';
import { findGraph, findNode } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNodeInGraph = handle(nodes.getNodeInGraph, ({ params }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  return nodeRecord(controller.store, findNode(controller.store, params.nodeId, graph));
});

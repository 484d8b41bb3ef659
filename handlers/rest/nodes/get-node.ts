import { nodeRecord } from '#runtime/graph/records.ts';
import { findNode } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNode = handle(nodes.getNode, ({ params }, { controller }) => {
  const node = findNode(controller.store, params.nodeId);
  return { ...nodeRecord(controller.store, node), graphId: node.graph.id };
});

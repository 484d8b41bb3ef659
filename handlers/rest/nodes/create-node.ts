import { addNode } from '#runtime/graph/add-nodes.ts';
import { nodeRecord } from '#runtime/graph/records.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const createNode = handle(nodes.createNode, ({ graph, body }, { controller }) => {
  const node = addNode(controller.store, graph, body);
  return nodeRecord(controller.store, node);
});

import { addNodes } from '#runtime/controller/graphs/add-nodes.ts';
import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const createNodes = handle(nodes.createNodes, ({ graph, body }, { controller }) => {
  const nodes = addNodes(controller.store, graph, body);
  return nodes.map((node) => nodeRecord(controller.store, node));
});

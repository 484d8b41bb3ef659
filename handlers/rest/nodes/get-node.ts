import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNode = handle(nodes.getNode, ({ graph, node }, { controller }) => ({
  ...nodeRecord(controller.store, node),
  graphId: graph.id,
}));

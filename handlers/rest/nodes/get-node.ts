import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNode = handle(nodeOperations.getNode, ({ graph, node }, { controller }) => ({
  ...nodeRecord(controller.store, node),
  graphId: graph.id,
}));

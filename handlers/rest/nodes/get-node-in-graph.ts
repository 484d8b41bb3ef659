import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNodeInGraph = handle(nodeOperations.getNodeInGraph, ({ node }, { controller }) =>
  nodeRecord(controller.store, node),
);

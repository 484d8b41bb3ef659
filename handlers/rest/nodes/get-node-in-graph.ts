import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getNodeInGraph = defineHandler(nodeOperations.getNodeInGraph, ({ node }, { controller }) =>
  nodeRecord(controller.store, node),
);

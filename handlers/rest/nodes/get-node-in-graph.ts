import { toNodeRecord } from '../../controller/graphs/graph-records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getNodeInGraph = defineHandler(nodeOperations.getNodeInGraph, ({ node }, { controller }) =>
  toNodeRecord(controller.store, node),
);

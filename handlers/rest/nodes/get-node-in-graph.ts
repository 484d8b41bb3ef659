import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const getNodeInGraph = handle(nodes.getNodeInGraph, ({ node }, { controller }) =>
  nodeRecord(controller.store, node),
);

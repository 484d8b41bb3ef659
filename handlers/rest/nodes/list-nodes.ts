import { nodeRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const listNodes = handle(nodes.listNodes, ({ params }, { controller }) =>
  [...findGraph(controller.store, params.graphId).nodes.values()].map((node) =>
    nodeRecord(controller.store, node),
  ),
);

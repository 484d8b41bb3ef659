import { addNode } from '#runtime/graph/edit.ts';
import { nodeRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const createNode = handle(nodes.createNode, async ({ params, query, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const node = addNode(controller.store, graph, body);
  if (query.sync) await controller.sync(graph);
  return nodeRecord(controller.store, node);
});

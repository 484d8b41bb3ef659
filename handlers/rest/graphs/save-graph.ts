import { findGraph } from '#runtime/graph/store.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const saveGraph = handle(graphs.saveGraph, async ({ params }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const { revision } = graph;
  await controller.save(graph);
  return { graphId: graph.id, path: graph.path, revision };
});

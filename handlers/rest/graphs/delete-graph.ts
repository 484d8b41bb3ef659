import { findGraph } from '#runtime/graph/store.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteGraph = handle(graphs.deleteGraph, async ({ params, query }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  await controller.remove(graph, query);
  return { graphId: graph.id, path: graph.path, fileDeleted: query.deleteFile };
});

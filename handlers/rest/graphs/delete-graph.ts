import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteGraph = handle(graphOperations.deleteGraph, async ({ graph, query }, { controller }) => {
  await controller.remove(graph, query);
  return { graphId: graph.id, path: graph.path, fileDeleted: query.deleteFile };
});

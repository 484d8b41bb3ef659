import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const deleteGraph = defineHandler(
  graphOperations.deleteGraph,
  async ({ graph, query }, { controller }) => {
    await controller.removeGraph(graph, query);
    return { graphId: graph.id, path: graph.path, fileDeleted: query.deleteFile };
  },
);

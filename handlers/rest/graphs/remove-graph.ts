import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** What was edited is written first, so that the file that stays is the graph that went. */
export const removeGraph = defineHandler(graphOperations.removeGraph, async ({ graph }, { controller }) => {
  await controller.removeGraph(graph, { deleteFile: false });
  return { graphId: graph.id, path: graph.path, fileDeleted: false };
});

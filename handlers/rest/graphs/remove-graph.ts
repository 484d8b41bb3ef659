import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Pending edits are written first, so that the remaining file contains the graph as it was when it was removed. */
export const removeGraph = defineHandler(graphOperations.removeGraph, async ({ graph }, { controller }) => {
  await controller.removeGraph(graph, { deleteFile: false });
  return { graphId: graph.id, path: graph.path, fileDeleted: false };
});

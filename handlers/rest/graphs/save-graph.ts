import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const saveGraph = defineHandler(graphOperations.saveGraph, async ({ graph }, { controller }) => {
  const { revision } = graph;
  await controller.saveGraph(graph);
  return { graphId: graph.id, path: graph.path, revision };
});

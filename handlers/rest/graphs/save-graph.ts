import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const saveGraph = handle(graphOperations.saveGraph, async ({ graph }, { controller }) => {
  const { revision } = graph;
  await controller.save(graph);
  return { graphId: graph.id, path: graph.path, revision };
});

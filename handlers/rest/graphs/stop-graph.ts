import { findGraph } from '#runtime/graph/store.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const stopGraph = handle(graphs.stopGraph, async ({ params }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const { tick } = await controller.stop(graph);
  return { graphId: graph.id, state: 'stopped' as const, tick };
});

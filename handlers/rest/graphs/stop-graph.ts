import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const stopGraph = handle(graphOperations.stopGraph, async ({ graph }, { controller }) => {
  const { tick } = await controller.stop(graph);
  return { graphId: graph.id, state: 'stopped' as const, tick };
});

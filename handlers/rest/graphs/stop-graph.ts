import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const stopGraph = defineHandler(graphOperations.stopGraph, async ({ graph }, { controller }) => {
  const { tick } = await controller.stop(graph);
  return { graphId: graph.id, state: 'stopped' as const, tick };
});

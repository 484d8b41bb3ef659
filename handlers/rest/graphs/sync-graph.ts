import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Edits reach the runtime only through this operation, or through calls with `sync`. */
export const syncGraph = defineHandler(graphOperations.syncGraph, async ({ graph }, { controller }) => {
  const { tick } = await controller.sync(graph);
  return { graphId: graph.id, synced: true as const, tick };
});

import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Runs the graph that was last synced; `stale` reports later edits. */
export const runGraph = defineHandler(
  graphOperations.runGraph,
  async ({ graph, query: { restart } }, { controller }) => {
    const { tick, stale, started } = await controller.run(graph, { restart });
    return { graphId: graph.id, state: 'running' as const, stale, started, tick };
  },
);

import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Runs the graph as it was last synced. `stale` says whether the graph has been edited since then. */
export const runGraph = defineHandler(
  graphOperations.runGraph,
  async ({ graph, query: { restart } }, { controller }) => {
    const { tick, stale, started } = await controller.run(graph, { restart });
    return { graphId: graph.id, state: 'running' as const, stale, started, tick };
  },
);

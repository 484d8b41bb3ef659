import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** What runs is what was synchronised last; `stale` tells of edits since. */
export const runGraph = defineHandler(
  graphOperations.runGraph,
  async ({ graph, query: { restart } }, { controller }) => {
    const { tick, stale, started } = await controller.run(graph, { restart });
    return { graphId: graph.id, state: 'running' as const, stale, started, tick };
  },
);

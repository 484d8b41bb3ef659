import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

/** What runs is what was synchronised last; `stale` tells of edits since. */
export const runGraph = handle(graphs.runGraph, async ({ graph }, { controller }) => {
  const { tick, stale } = await controller.run(graph);
  return { graphId: graph.id, state: 'running' as const, stale, tick };
});

import { findGraph } from '#runtime/graph/store.ts';
import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

/** Positions are no part of the program, so that a running graph can be arranged too. */
export const layoutGraph = handle(layout.layoutGraph, async ({ params, query, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const arrangement = await controller.layouts.arrange(graph, body);
  if (query.sync && !body.dryRun) await controller.sync(graph);
  return arrangement;
});

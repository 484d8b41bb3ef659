import { findGraph } from '#runtime/graph/store.ts';
import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const tidyGraph = handle(layout.tidyGraph, async ({ params, query, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const arrangement = await controller.layouts.tidy(graph, body);
  if (query.sync) await controller.sync(graph);
  return arrangement;
});

import { findGraph } from '#runtime/graph/store.ts';
import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const restoreLayout = handle(layout.restoreLayout, async ({ params, query }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  const arrangement = controller.layouts.restore(graph);
  if (query.sync) await controller.sync(graph);
  return arrangement;
});

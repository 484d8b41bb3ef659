import { findGraph } from '#runtime/graph/store.ts';
import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const setAspectRatio = handle(
  layout.setAspectRatio,
  async ({ params, query, body }, { controller }) => {
    const graph = findGraph(controller.store, params.graphId);
    controller.layouts.setAspectRatio(graph, body.aspectRatio);
    if (query.sync) await controller.sync(graph);
    return { aspectRatio: graph.layout.aspectRatio };
  },
);

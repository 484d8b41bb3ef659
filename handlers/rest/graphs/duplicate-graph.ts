import { graphDetail } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const duplicateGraph = handle(graphs.duplicateGraph, async ({ params, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  return graphDetail(controller.store, await controller.duplicate(graph, body));
});

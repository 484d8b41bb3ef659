import { graphRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const renameGraph = handle(graphs.renameGraph, async ({ params, query, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  controller.rename(graph, body.name);
  if (query.sync) await controller.sync(graph);
  return graphRecord(graph);
});

import { graphDetail } from '#runtime/graph/records.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

/** A new graph is born with Start and OnNewFrame in place. */
export const createGraph = handle(graphs.createGraph, async ({ body, query }, { controller }) => {
  const graph = await controller.createGraph({ ...body, replace: query.replace });
  if (query.sync) await controller.sync(graph);
  return graphDetail(controller.store, graph);
});

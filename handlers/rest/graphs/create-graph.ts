import { graphDetail } from '#runtime/controller/graphs/records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';

/** A new graph is born with Start and OnNewFrame in place. */
export const createGraph = handle(graphOperations.createGraph, async ({ body, query }, { controller }) => {
  const graph = await controller.createGraph({ ...body, replace: query.replace });
  return new Edited({ graph, answer: () => graphDetail(controller.store, graph) });
});

import { graphDetail } from '#runtime/controller/graphs/records.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';

export const duplicateGraph = handle(graphs.duplicateGraph, async ({ graph, body }, { controller }) => {
  const copy = await controller.duplicate(graph, body);
  return new Edited({ graph: copy, answer: () => graphDetail(controller.store, copy) });
});

import { graphRecord } from '#runtime/controller/graphs/records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';

export const renameGraph = handle(graphOperations.renameGraph, ({ graph, body }, { controller }) => {
  controller.rename(graph, body.name);
  return new Edited({ answer: () => graphRecord(graph) });
});

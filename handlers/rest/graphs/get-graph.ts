import { graphDetail } from '#runtime/controller/graphs/records.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const getGraph = handle(graphs.getGraph, ({ graph }, { controller }) =>
  graphDetail(controller.store, graph),
);

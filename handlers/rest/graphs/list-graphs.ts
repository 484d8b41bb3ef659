import { graphRecord } from '#runtime/controller/graphs/records.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const listGraphs = handle(graphs.listGraphs, (_, { controller }) =>
  [...controller.store.graphs.values()].map(graphRecord),
);

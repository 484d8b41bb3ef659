import { graphRecord } from '#runtime/controller/graphs/records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const listGraphs = handle(graphOperations.listGraphs, (_, { controller }) =>
  [...controller.store.graphs.values()].map(graphRecord),
);

import { toGraphRecord } from '../../controller/graphs/graph-records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listGraphs = defineHandler(graphOperations.listGraphs, (_, { controller }) =>
  [...controller.store.graphs.values()].map(toGraphRecord),
);

import { graphDetail } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { graphs } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const getGraph = handle(graphs.getGraph, ({ params }, { controller }) =>
  graphDetail(controller.store, findGraph(controller.store, params.graphId)),
);

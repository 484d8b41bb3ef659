import { computeGraphVersion } from '../../controller/graphs/graph-records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { SlicedResult } from '../../pipeline/sliced-result.ts';
import { streamGraphDetail } from './streamed-graph-detail.ts';

export const getGraph = defineHandler(graphOperations.getGraph, ({ graph }, { controller: { store } }) => {
  const detail = streamGraphDetail(store, graph);
  return new SlicedResult({
    unsliced: detail,
    chunks: detail.chunks,
    recordCount: graph.nodes.size + graph.connections.size,
    version: () => computeGraphVersion(graph),
  });
});

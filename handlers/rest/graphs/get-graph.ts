import { computeGraphVersion } from '../../controller/graphs/graph-records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { streamGraphDetail } from '../records.ts';

export const getGraph = defineHandler(graphOperations.getGraph, ({ graph }, { controller: { store } }) => {
  const detail = streamGraphDetail(store, graph);
  return Result.sliced({
    unsliced: detail,
    chunks: detail.form.chunks,
    recordCount: graph.nodes.size + graph.connections.size,
    version: () => computeGraphVersion(graph),
  });
});

import { graphVersion } from '#runtime/controller/graphs/records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';
import { Sliced } from '../../pipeline/sliced.ts';
import { writtenDetail } from './written-detail.ts';

export const getGraph = handle(graphOperations.getGraph, ({ graph }, { controller: { store } }) => {
  const whole = writtenDetail(store, graph);
  return new Sliced({
    whole,
    pieces: whole.pieces,
    size: graph.nodes.size + graph.connections.size,
    version: () => graphVersion(graph),
  });
});

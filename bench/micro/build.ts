import { build } from '#runtime/controller/graphs/build.ts';
import { emptyGraph } from '#runtime/controller/graphs/edit.ts';
import { createBenchStore } from './bench-store.ts';
import { timeBuilds } from './build-load.ts';
import type { BuildPlan } from '#runtime/controller/graphs/build.ts';
import type { BuildBody } from '../suites/build-body.ts';
import type { BuildOrder, BuildResult } from './build-load.ts';

/** The declarative build of this package into an empty graph, from the text of the body on. */
export const createBuildBench = () => ({
  run: async (order: BuildOrder): Promise<BuildResult> =>
    timeBuilds(
      order,
      (text) => buildInto(JSON.parse(text)),
      ({ nodes, connections }) => ({ nodes: nodes.size, connections: connections.size }),
    ),
});

const buildInto = (body: BuildBody) => {
  const store = createBenchStore();
  const graph = emptyGraph('bench', 'bench', 'bench.json');
  store.graphs.add(graph);
  build(store, graph, planOf(body));
  return graph;
};

const planOf = ({ nodes, connections }: BuildBody): BuildPlan => ({
  nodes: nodes.map((node) => ({ ...node, locationX: 0, locationY: 0 })),
  connections,
});

import { applyBuildPlan } from '../../handlers/controller/graphs/build-graph.ts';
import { createEmptyGraph } from '../../handlers/controller/graphs/graph-edits.ts';
import { createBenchStore } from './create-graph-store.ts';
import { timeBuilds } from './time-builds.ts';
import type { BuildPlan } from '../../handlers/controller/graphs/build-graph.ts';
import type { BuildBody } from '../suites/create-build-body.ts';
import type { BuildOptions, BuildResult } from './time-builds.ts';

/** Creates a benchmark of this package's declarative build into an empty graph, including the parsing of the body. */
export const createBuildBench = () => ({
  run: async (options: BuildOptions): Promise<BuildResult> =>
    timeBuilds(
      options,
      (text) => buildIntoStore(JSON.parse(text)),
      ({ nodes, connections }) => ({ nodes: nodes.size, connections: connections.size }),
    ),
});

const buildIntoStore = (body: BuildBody) => {
  const store = createBenchStore();
  const graph = createEmptyGraph('bench', 'bench', 'bench.json');
  store.graphs.add(graph);
  applyBuildPlan(store, graph, toBuildPlan(body));
  return graph;
};

const toBuildPlan = ({ nodes, connections }: BuildBody): BuildPlan => ({
  nodes: nodes.map((node) => ({ ...node, locationX: 0, locationY: 0 })),
  connections,
});

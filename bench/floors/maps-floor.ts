import { timeBuilds } from '../micro/build-load.ts';
import type { BuildBody } from '../suites/build-body.ts';
import type { BuildOrder, BuildResult } from '../micro/build-load.ts';

/** The least that a build can be: parse the body, put every node and every connection into a map. */
export const createMapsFloor = () => ({
  run: async (order: BuildOrder): Promise<BuildResult> =>
    timeBuilds(
      order,
      (text) => keep(JSON.parse(text)),
      ({ nodes, connections }) => ({ nodes: nodes.size, connections: connections.size }),
    ),
});

const keep = (body: BuildBody) => ({
  nodes: new Map(body.nodes.map((node) => [node.tempId, { ...node }])),
  connections: new Map(body.connections.map(({ from, to }, index) => [index, { from, to }])),
});

import { timeBuilds } from '../micro/build-load.ts';
import { keepBuild } from './keep-build.ts';
import type { BuildOrder, BuildResult } from '../micro/build-load.ts';

/** The least that a build can be, without a server around it: parse the body, put what it says into maps. */
export const createMapsFloor = () => ({
  run: async (order: BuildOrder): Promise<BuildResult> =>
    timeBuilds(
      order,
      (text) => keepBuild(JSON.parse(text)),
      ({ nodes, connections }) => ({ nodes: nodes.size, connections: connections.size }),
    ),
});

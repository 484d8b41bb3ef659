import { timeBuilds } from '../micro/time-builds.ts';
import { buildIntoMaps } from './build-into-maps.ts';
import type { BuildOptions, BuildResult } from '../micro/time-builds.ts';

/** The least work of a build without a server: parses the body and puts its contents into maps. */
export const createMapsBaseline = () => ({
  run: async (options: BuildOptions): Promise<BuildResult> =>
    timeBuilds(
      options,
      (text) => buildIntoMaps(JSON.parse(text)),
      ({ nodes, connections }) => ({ nodes: nodes.size, connections: connections.size }),
    ),
});

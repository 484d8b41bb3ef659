import { timeBuilds } from '../micro/time-builds.ts';
import { buildIntoMaps } from './build-into-maps.ts';
import type { BuildOptions, BuildResult } from '../micro/time-builds.ts';

/**
 * Creates a baseline that does the minimum work of a build without a server: it parses the body and stores its contents
 * in maps.
 */
export const createMapsBaseline = () => ({
  run: async (options: BuildOptions): Promise<BuildResult> =>
    timeBuilds(
      options,
      (text) => buildIntoMaps(JSON.parse(text)),
      ({ nodes, connections }) => ({ nodes: nodes.size, connections: connections.size }),
    ),
});

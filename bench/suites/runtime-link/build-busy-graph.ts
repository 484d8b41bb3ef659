import { createScratchGraph } from '../../target/scratch-graph.ts';
import type { Target } from '../../target/target.ts';

const loopCount = 9;
const iterationsPerLoop = 49_000;

/**
 * Builds a graph that performs the most work allowed in a frame. This work takes longer than the frame lasts.
 * @returns the graph's id
 */
export const buildBusyGraph = async (target: Target): Promise<string> => {
  const graphId = await createScratchGraph(target);
  const indexes = Array.from({ length: loopCount }, (_, index) => index);
  await target.call('POST', `/api/graphs/${graphId}/build?sync=true`, {
    nodes: indexes.flatMap((n) => [
      { tempId: `frame${n}`, category: 'OnNewFrame' },
      { tempId: `loop${n}`, category: 'ForLoop', ports: { Last: iterationsPerLoop - 1 } },
      { tempId: `watch${n}`, category: 'Watch' },
    ]),
    connections: indexes.flatMap((n) => [
      { from: `frame${n}/Out`, to: `loop${n}/In` },
      { from: `loop${n}/Body`, to: `watch${n}/In` },
    ]),
  });
  return graphId;
};

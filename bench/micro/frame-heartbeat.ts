import type { GraphSnapshot } from '#runtime/link/runtime-link.ts';
import type { Runtime } from '#runtime/runtime.ts';

const graphId = 'bench';

/** A graph that logs one console entry per frame, which makes frames visible. */
const heartbeatGraph: GraphSnapshot = {
  graphId,
  name: graphId,
  nodes: [
    { id: 'frame', category: 'OnNewFrame', values: {} },
    { id: 'log', category: 'LogConsole', values: { Message: 'frame' } },
  ],
  connections: [{ from: ['frame', 'Out'], to: ['log', 'In'] }],
};

/**
 * Starts the clock of a runtime and calls `onFrame` for every frame.
 * @returns a function that stops the clock
 */
export const startFrameHeartbeat = (runtime: Runtime, onFrame: () => void): (() => void) => {
  runtime.execute('graph.load', { graph: heartbeatGraph });
  runtime.execute('graph.run', { graphId });
  runtime.listen({
    onEvents(batch) {
      for (const { type } of batch) if (type === 'console.log') onFrame();
    },
  });
  runtime.start();
  return () => runtime.stop();
};

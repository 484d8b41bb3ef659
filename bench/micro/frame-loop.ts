import { createRuntime } from '#runtime/runtime.ts';
import { watchFrames } from './frame-times.ts';
import type { GraphImage } from '#runtime/link/protocol.ts';
import type { FrameOrder, FrameResult } from './frame-times.ts';

const graphId = 'bench';

/** A runtime in real time whose only graph writes one console entry a frame, by which frames are seen. */
export const createFrameLoopBench = () => ({
  run: (order: FrameOrder): Promise<FrameResult> =>
    watchFrames(order, (onFrame) => {
      const runtime = createRuntime({ fps: order.perSecond, now: () => new Date() });
      runtime.execute('graph.load', { graph: heartbeat });
      runtime.execute('graph.run', { graphId });
      runtime.listen({
        events(batch) {
          for (const { type } of batch) if (type === 'console.log') onFrame();
        },
      });
      runtime.start();
      return () => runtime.stop();
    }),
});

const heartbeat: GraphImage = {
  graphId,
  name: graphId,
  nodes: [
    { id: 'frame', category: 'OnNewFrame', values: {} },
    { id: 'log', category: 'LogConsole', values: { Message: 'frame' } },
  ],
  connections: [{ from: ['frame', 'Out'], to: ['log', 'In'] }],
};

import { createRuntime } from '#runtime/runtime.ts';
import { watchFrames } from './frame-times.ts';
import { startFrameHeartbeat } from './frame-heartbeat.ts';
import type { FrameLoopOptions, FrameTimes } from './frame-times.ts';

/** A runtime in real time that does nothing but report its frames. */
export const createFrameLoopBench = () => ({
  run: (order: FrameLoopOptions): Promise<FrameTimes> =>
    watchFrames(order, (onFrame) =>
      startFrameHeartbeat(createRuntime({ fps: order.perSecond, now: () => new Date() }), onFrame),
    ),
});

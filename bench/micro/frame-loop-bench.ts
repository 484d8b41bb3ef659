import { createRuntime } from '#runtime/runtime.ts';
import { watchFrames } from './frame-times.ts';
import { startFrameHeartbeat } from './frame-heartbeat.ts';
import type { FrameLoopOptions, FrameTimes } from './frame-times.ts';

/** Creates a benchmark of a real-time runtime that does nothing except report its frames. */
export const createFrameLoopBench = () => ({
  run: (options: FrameLoopOptions): Promise<FrameTimes> =>
    watchFrames(options, (onFrame) =>
      startFrameHeartbeat(createRuntime({ fps: options.perSecond, now: () => new Date() }), onFrame),
    ),
});

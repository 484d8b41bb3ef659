import { createRuntime } from '#runtime/runtime.ts';
import { watchFrames } from './frame-times.ts';
import { startFrameHeartbeat } from './frame-heartbeat.ts';
import type { FrameLoopOptions, FrameTimes } from './frame-times.ts';

/** A runtime in real time that does nothing but report its frames. */
export const createFrameLoopBench = () => ({
  run: (options: FrameLoopOptions): Promise<FrameTimes> =>
    watchFrames(options, (onFrame) =>
      startFrameHeartbeat(createRuntime({ fps: options.perSecond, now: () => new Date() }), onFrame),
    ),
});

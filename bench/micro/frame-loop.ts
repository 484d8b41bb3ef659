import { createRuntime } from '#runtime/runtime.ts';
import { watchFrames } from './frame-times.ts';
import { heartbeat } from './heartbeat.ts';
import type { FrameOrder, FrameResult } from './frame-times.ts';

/** A runtime in real time that does nothing but tell of its frames. */
export const createFrameLoopBench = () => ({
  run: (order: FrameOrder): Promise<FrameResult> =>
    watchFrames(order, (onFrame) =>
      heartbeat(createRuntime({ fps: order.perSecond, now: () => new Date() }), onFrame),
    ),
});

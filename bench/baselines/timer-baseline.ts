import { watchFrames } from '../micro/frame-times.ts';
import type { FrameLoopOptions, FrameTimes } from '../micro/frame-times.ts';

/**
 * Creates a bare timer that is scheduled on a fixed time grid rather than relative to the previous frame, so that it
 * does not drift.
 */
export const createTimerBaseline = () => ({
  run: (options: FrameLoopOptions): Promise<FrameTimes> =>
    watchFrames(options, (onFrame) => startFrameTimer(options, onFrame)),
});

const startFrameTimer = ({ perSecond }: FrameLoopOptions, onFrame: () => void): (() => void) => {
  const start = performance.now();
  let frames = 0;
  let timer: NodeJS.Timeout | undefined;
  const scheduleNext = () => {
    const dueAt = start + ((frames + 1) * 1000) / perSecond;
    timer = setTimeout(
      () => {
        frames += 1;
        scheduleNext();
        onFrame();
      },
      Math.max(0, dueAt - performance.now()),
    );
  };
  scheduleNext();
  return () => clearTimeout(timer);
};

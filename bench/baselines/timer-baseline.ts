import { watchFrames } from '../micro/frame-times.ts';
import type { FrameLoopOptions, FrameTimes } from '../micro/frame-times.ts';

/** A bare timer that aims at a fixed grid instead of the previous frame, so that it does not drift. */
export const createTimerBaseline = () => ({
  run: (order: FrameLoopOptions): Promise<FrameTimes> =>
    watchFrames(order, (onFrame) => startFrameTimer(order, onFrame)),
});

const startFrameTimer = ({ perSecond }: FrameLoopOptions, onFrame: () => void): (() => void) => {
  const start = performance.now();
  let frames = 0;
  let timer: NodeJS.Timeout | undefined;
  const arm = () => {
    const due = start + ((frames + 1) * 1000) / perSecond;
    timer = setTimeout(
      () => {
        frames += 1;
        arm();
        onFrame();
      },
      Math.max(0, due - performance.now()),
    );
  };
  arm();
  return () => clearTimeout(timer);
};

import { type ReadonlySignal, signal } from '@preact/signals';
import { browserClock, type Clock } from '../clock.ts';

export interface FrameStats {
  /** The number of frames drawn in the last second; 0 while nothing changes. */
  readonly framesPerSecond: number;
}

interface FrameCounter {
  readonly stats: ReadonlySignal<FrameStats>;
  countFrame(): void;
  close(): void;
}

const updateMs = 500;
const windowMs = 1_000;

/** Counts the frames that are drawn. While no frames are drawn, no timer runs. */
export const createFrameCounter = (clock: Clock = browserClock): FrameCounter => {
  const stats = signal<FrameStats>({ framesPerSecond: 0 });
  let drawnAt: number[] = [];
  let cancelTimer: (() => void) | undefined;

  const update = (): void => {
    const since = clock.now() - windowMs;
    drawnAt = drawnAt.filter((at) => at > since);
    const framesPerSecond = drawnAt.length;
    if (framesPerSecond !== stats.value.framesPerSecond) stats.value = { framesPerSecond };
    cancelTimer = framesPerSecond > 0 ? clock.setTimer(updateMs, update) : undefined;
  };

  return {
    stats,
    countFrame() {
      drawnAt.push(clock.now());
      cancelTimer ??= clock.setTimer(updateMs, update);
    },
    close: () => cancelTimer?.(),
  };
};

import { createStopwatch } from '../stopwatch.ts';
import { hasPassed } from '../timing.ts';

/** A gain on its straight way from one value to another. */
export interface Fade {
  level(): number;
  readonly to: number;
  /** Whether it has arrived. */
  hasEnded(): boolean;
  /** Lets simulated seconds pass. */
  advance(deltaTime: number): void;
  /** What decides how it goes on. */
  state(): unknown;
}

/**
 * @param from the gain that it begins with, 0 to 1
 * @param to the gain that it ends with, exactly, 0 to 1
 * @param time seconds of the way
 */
export const createFade = (from: number, to: number, time: number): Fade => {
  const since = createStopwatch();
  const hasEnded = (): boolean => hasPassed(since.seconds(), time);
  return {
    to,
    level: () => (hasEnded() ? to : from + (to - from) * (since.seconds() / time)),
    hasEnded,
    advance: (deltaTime) => since.pass(deltaTime),
    state: () => ({ from, to, time, seconds: since.seconds() }),
  };
};

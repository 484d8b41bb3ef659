import { Stopwatch } from '../frame/stopwatch.ts';
import { hasPassed } from './elapsed-time.ts';
import { easings } from './tweens/easing.ts';
import type { EasingName } from '#spec/actions/easings.ts';

/** A gain or weight on its way from one value to another. */
export interface Fade {
  level(): number;
  readonly target: number;
  /** Whether it has arrived. */
  hasEnded(): boolean;
  /** Lets simulated seconds pass. */
  advance(deltaTime: number): void;
  /** What decides how it goes on. */
  state(): unknown;
}

/**
 * @param from what it begins with, 0 to 1
 * @param to what it ends with, exactly, 0 to 1
 * @param time seconds of the way
 */
export const createFade = (from: number, to: number, time: number, ease: EasingName = 'linear'): Fade => {
  const since = new Stopwatch();
  const hasEnded = (): boolean => hasPassed(since.seconds(), time);
  return {
    target: to,
    level: () => (hasEnded() ? to : from + (to - from) * easings[ease](since.seconds() / time)),
    hasEnded,
    advance: (deltaTime) => since.advance(deltaTime),
    state: () => ({ from, to, time, ease, seconds: since.seconds() }),
  };
};

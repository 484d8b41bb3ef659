import { Stopwatch } from '../frame/stopwatch.ts';
import { hasPassed } from './elapsed-time.ts';
import { easings } from './tweens/easing.ts';
import type { EasingName } from '#spec/actions/easings.ts';

/** A gain or weight that changes from one value to another over time. */
export interface Fade {
  level(): number;
  readonly target: number;
  /** Whether it has reached its final value. */
  hasEnded(): boolean;
  /** Advances it by simulated seconds. */
  advance(deltaTime: number): void;
  /** Returns all state that determines its further values, as plain data. */
  state(): unknown;
}

/**
 * @param from start value, 0 to 1
 * @param to final value, reached exactly, 0 to 1
 * @param time duration in seconds
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

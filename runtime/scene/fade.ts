import { Stopwatch } from '../kernels/stopwatch.ts';
import { hasPassed } from './elapsed-time.ts';
import { easings } from './tweens/easing.ts';
import type { EasingName } from '#spec/actions/easings.ts';

/**
 * Creates a fade.
 * @param from the start value, from 0 to 1
 * @param to the final value, from 0 to 1, which is reached exactly
 * @param time the duration in seconds
 */
export const createFade = (from: number, to: number, time: number, ease: EasingName = 'linear') => {
  const since = new Stopwatch();
  const hasEnded = (): boolean => hasPassed(since.seconds(), time);
  return {
    target: to,
    level: (): number => (hasEnded() ? to : from + (to - from) * easings[ease](since.seconds() / time)),
    /** Whether the fade has reached its final value. */
    hasEnded,
    /**
     * Advances the fade.
     * @param deltaTime the simulated time in seconds
     */
    advance: (deltaTime: number): void => since.advance(deltaTime),
    /** Returns all state that determines the fade's further values, as plain data. */
    state: (): unknown => ({ from, to, time, ease, seconds: since.seconds() }),
  };
};

/** A gain or weight that changes from one value to another over time. */
export type Fade = ReturnType<typeof createFade>;

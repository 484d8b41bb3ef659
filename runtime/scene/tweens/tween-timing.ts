import { hasPassed } from '../elapsed-time.ts';

/** The timing of a tween: the duration of one run and the delay before it, both in seconds, and the repetitions. */
export interface TweenTiming {
  readonly time: number;
  readonly delay: number;
  /** The number of repetitions after the first run; -1 for endless repetition. */
  readonly loops: number;
  /** Whether every second run goes backwards. */
  readonly yoyo: boolean;
}

/** The state of a tween: waiting, running with its progress towards the target before easing, or ended. */
type TweenMoment =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'moving'; readonly progress: number }
  | { readonly phase: 'ended' };

/** Whether the last run goes backwards, so that the tween ends at its start value. */
export const endsAtStart = ({ yoyo, loops }: TweenTiming): boolean => yoyo && loops > 0 && loops % 2 === 1;

const getTotalSeconds = ({ time, loops }: TweenTiming): number => {
  if (time === 0) return 0;
  return loops < 0 ? Number.POSITIVE_INFINITY : time * (loops + 1);
};

/**
 * Returns the state of a tween.
 * @param elapsed the simulated seconds since the tween was started
 */
export const getTweenMoment = (timing: TweenTiming, elapsed: number): TweenMoment => {
  const moved = elapsed - timing.delay;
  if (!hasPassed(moved, 0)) return { phase: 'waiting' };
  if (hasPassed(moved, getTotalSeconds(timing))) return { phase: 'ended' };
  const runs = Math.max(0, moved / timing.time);
  const within = runs % 1;
  const backwards = timing.yoyo && Math.floor(runs) % 2 === 1;
  return { phase: 'moving', progress: backwards ? 1 - within : within };
};

import { hasPassed } from '../elapsed-time.ts';

/** When a tween moves: seconds of one run, the wait before it, and how runs repeat. */
export interface TweenTiming {
  readonly time: number;
  readonly delay: number;
  /** Repetitions after the first run; -1 for ever. */
  readonly loops: number;
  /** Every second run goes backwards. */
  readonly yoyo: boolean;
}

/** Where a tween is: waiting, under way (progress towards the target, before easing), or at its end. */
type TweenMoment =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'moving'; readonly progress: number }
  | { readonly phase: 'ended' };

/** Whether the last run goes backwards, so that the tween settles where it began. */
export const endsAtStart = ({ yoyo, loops }: TweenTiming): boolean => yoyo && loops > 0 && loops % 2 === 1;

const getTotalSeconds = ({ time, loops }: TweenTiming): number => {
  if (time === 0) return 0;
  return loops < 0 ? Number.POSITIVE_INFINITY : time * (loops + 1);
};

/** Where a tween is after this many simulated seconds. */
export const getTweenMoment = (timing: TweenTiming, elapsed: number): TweenMoment => {
  const moved = elapsed - timing.delay;
  if (!hasPassed(moved, 0)) return { phase: 'waiting' };
  if (hasPassed(moved, getTotalSeconds(timing))) return { phase: 'ended' };
  const runs = Math.max(0, moved / timing.time);
  const within = runs % 1;
  const backwards = timing.yoyo && Math.floor(runs) % 2 === 1;
  return { phase: 'moving', progress: backwards ? 1 - within : within };
};

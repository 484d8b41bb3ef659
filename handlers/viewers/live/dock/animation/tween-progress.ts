import type { Actions } from '#spec/client/index.ts';

export type Tween = Actions['tween.list']['result']['tweens'][number];

/**
 * Returns how far a tween has come in its current run, from 0 to 1.
 * @param seconds the simulated seconds since the tween was read
 */
export const getTweenProgress = (
  { time, elapsed, delay, loops, yoyo, paused }: Tween,
  seconds: number,
): number => {
  const moved = Math.max(0, elapsed + (paused ? 0 : seconds) - delay);
  if (time === 0) return 1;
  const run = Math.floor(moved / time);
  const isOver = loops >= 0 && run > loops;
  const lastRun = isOver ? loops : run;
  const progress = isOver ? 1 : (moved % time) / time;
  return yoyo && lastRun % 2 === 1 ? 1 - progress : progress;
};

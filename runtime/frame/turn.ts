import type { Scheduler } from './scheduler.ts';

/** Milliseconds in one go, so that a request that comes meanwhile need not wait long for its turn. */
const longestTurn = 8;

/**
 * Begins a turn of those who make steps.
 * @returns whether it has been long enough, so that the process should do its other work
 */
export const beginTurn = ({ now }: Pick<Scheduler, 'now'>): (() => boolean) => {
  const end = now() + longestTurn;
  return () => now() >= end;
};

import type { Scheduler } from './timer-scheduler.ts';

/** Milliseconds in one go, so that a request that comes meanwhile need not wait long for its turn. */
const maxSliceMs = 8;

/**
 * Begins a turn of those who make steps.
 * @returns whether it has been long enough, so that the process should do its other work
 */
export const beginTimeSlice = ({ now }: Pick<Scheduler, 'now'>): (() => boolean) => {
  const end = now() + maxSliceMs;
  return () => now() >= end;
};

import type { Timers } from '../shared/scheduler.ts';

/** Maximum milliseconds for which steps may run without yielding, so that requests don't have to wait long. */
const maxSliceMs = 8;

/**
 * Starts a time slice.
 * @returns a function that indicates whether the time is used up, so that the process should do other work
 */
export const beginTimeSlice = ({ now }: Pick<Timers, 'now'>): (() => boolean) => {
  const end = now() + maxSliceMs;
  return () => now() >= end;
};

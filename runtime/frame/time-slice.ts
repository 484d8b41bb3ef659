import type { Scheduler } from './timer-scheduler.ts';

/** Maximum milliseconds without yielding, so that an incoming request does not wait long. */
const maxSliceMs = 8;

/**
 * Begins a time slice.
 * @returns a function that tells whether the slice is used up, so that the process should do other work
 */
export const beginTimeSlice = ({ now }: Pick<Scheduler, 'now'>): (() => boolean) => {
  const end = now() + maxSliceMs;
  return () => now() >= end;
};

import type { Scheduler } from './timer-scheduler.ts';

/** Maximum milliseconds without other work, so that requests don't wait long. */
const maxSliceMs = 8;

/**
 * Starts a time slice.
 * @returns a function that returns whether the time is used up, and the process should do other work
 */
export const beginTimeSlice = ({ now }: Pick<Scheduler, 'now'>): (() => boolean) => {
  const end = now() + maxSliceMs;
  return () => now() >= end;
};

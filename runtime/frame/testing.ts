import type { Scheduler } from './scheduler.ts';

/** Real time in which no timer fires. */
export const noTimers: Scheduler = { now: () => 0, after: () => () => {} };

/** Real time that passes by two milliseconds with each look at it, so that a turn has a few steps; the test gives each turn. */
export const createTurns = () => {
  let now = 0;
  let next: (() => void) | undefined;
  const scheduler: Scheduler = {
    now() {
      now += 2;
      return now;
    },
    after(_, task) {
      next = task;
      return () => {
        next = undefined;
      };
    },
  };
  return {
    scheduler,
    isWaiting: () => next !== undefined,
    /** Gives the turn that is waited for, if there is one. */
    give() {
      const task = next;
      next = undefined;
      task?.();
    },
  };
};

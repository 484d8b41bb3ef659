import type { Timers } from '../shared/scheduler.ts';

/** A scheduler whose time stands still and whose timers never fire. */
export const frozenScheduler: Timers = { now: () => 0, after: () => () => {} };

/**
 * Creates a scheduler whose time advances by two milliseconds per reading. A time slice is then long enough for only a
 * few steps, and a step of 2,000 nodes takes several slices. The test starts each time slice.
 */
export const createManualScheduler = () => {
  let now = 0;
  let timers: { readonly at: number; readonly task: () => void }[] = [];
  const scheduler: Timers = {
    now() {
      now += 2;
      return now;
    },
    after(milliseconds, task) {
      const timer = { at: now + milliseconds, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((second) => second !== timer);
      };
    },
  };
  return {
    scheduler,
    isWaiting: () => timers.length > 0,
    /** Fires the next timer, if any, and advances time to the timer's deadline. */
    runNextTimer() {
      const [next] = timers.toSorted((first, second) => first.at - second.at);
      if (!next) return;
      timers = timers.filter((second) => second !== next);
      now = Math.max(now, next.at);
      next.task();
    },
  };
};

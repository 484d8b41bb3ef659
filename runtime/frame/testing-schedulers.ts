import type { Scheduler } from './timer-scheduler.ts';

/** Real time in which no timer fires. */
export const frozenScheduler: Scheduler = { now: () => 0, after: () => () => {} };

/**
 * Real time that passes by two milliseconds with each look at it, so that a turn has a few steps, and a step of 2,000 nodes
 * outlasts it; the test gives each turn.
 */
export const createManualScheduler = () => {
  let now = 0;
  let waiting: { readonly at: number; readonly task: () => void }[] = [];
  const scheduler: Scheduler = {
    now() {
      now += 2;
      return now;
    },
    after(milliseconds, task) {
      const timer = { at: now + milliseconds, task };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
  };
  return {
    scheduler,
    isWaiting: () => waiting.length > 0,
    /** Gives the turn that is due first, if any is waited for; time passes until then. */
    give() {
      const [next] = waiting.toSorted((one, other) => one.at - other.at);
      if (!next) return;
      waiting = waiting.filter((other) => other !== next);
      now = Math.max(now, next.at);
      next.task();
    },
  };
};

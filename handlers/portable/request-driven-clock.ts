/** A clock that advances during requests, for hosts that run no timers between requests. */
import type { Timers } from '#runtime/shared/scheduler.ts';

interface RequestDrivenClock extends Timers {
  /**
   * Runs all tasks that have become due.
   * @returns whether any tasks were run
   */
  runDueTasks(): boolean;
}

export const createRequestDrivenClock = (now: () => number): RequestDrivenClock => {
  const waiting = new Map<() => void, number>();
  return {
    now,
    after(milliseconds, task) {
      const run = (): void => task();
      waiting.set(run, now() + milliseconds);
      return () => void waiting.delete(run);
    },
    runDueTasks() {
      const until = now();
      const isDue = ([, dueAt]: readonly [unknown, number]): boolean => dueAt <= until;
      let isAny = false;
      for (let next = [...waiting].find(isDue); next; next = [...waiting].find(isDue)) {
        waiting.delete(next[0]);
        next[0]();
        isAny = true;
      }
      return isAny;
    },
  };
};

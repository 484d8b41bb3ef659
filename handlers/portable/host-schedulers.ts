import type { Scheduler } from '#runtime/shared/scheduler.ts';

/**
 * Runs a function after everything that is ready now. A message is used instead of a timer, because browsers delay even
 * timers of zero by milliseconds.
 */
const atEndOfTurn = (run: () => void): void => {
  if (typeof MessageChannel === 'undefined') return void setTimeout(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(0);
};

export const hostScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  atEndOfTurn,
};

/** A clock that advances during requests, for hosts that run no timers between requests. */
interface RequestDrivenClock extends Pick<Scheduler, 'now' | 'after'> {
  /**
   * Runs all tasks that have become due.
   * @returns whether any tasks were run
   */
  runDueTasks(): boolean;
}

export const createRequestDrivenClock = (): RequestDrivenClock => {
  const { now } = hostScheduler;
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

const maxBlockingMs = 8;

/**
 * Creates a function that yields to the event loop after a while. Because a thread answers its own requests directly, a
 * caller that sends many requests in a row would otherwise block timers, frames and sockets.
 */
export const createEventLoopYielder = ({ now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>) => {
  let startedAt = now();
  return async (): Promise<void> => {
    if (now() - startedAt < maxBlockingMs) return;
    await new Promise<void>(atEndOfTurn);
    startedAt = now();
  };
};

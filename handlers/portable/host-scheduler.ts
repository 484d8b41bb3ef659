import type { Scheduler } from '../scheduler.ts';

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

/** The scheduler for portable scenes, which works on every host. */
export const hostScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  atEndOfTurn,
};

import type { Scheduler } from '../scheduler.ts';

/** Runs after everything that is ready. In browsers, timers of zero take milliseconds, and messages don't. */
const atEndOfTurn = (run: () => void): void => {
  if (typeof MessageChannel === 'undefined') return void setTimeout(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(0);
};

/** A scheduler that works on any host. */
export const hostScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  atEndOfTurn,
};

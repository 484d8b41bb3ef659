import type { Scheduler } from '../scheduler.ts';

/** After everything that is ready: in browsers zero timers take milliseconds, and messages don't. */
const atEndOfTurn = (run: () => void): void => {
  if (typeof MessageChannel === 'undefined') return void setTimeout(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(0);
};

/** The time of any host. */
export const hostScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  atEndOfTurn,
};

import type { Scheduler } from '../scheduler.ts';

/** Behind everything that is at hand: timers of zero wait for milliseconds in browsers, messages do not. */
const atEndOfTurn = (run: () => void): void => {
  if (typeof MessageChannel === 'undefined') return void setTimeout(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(0);
};

/** Time as every host has it. */
export const hostScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  atEndOfTurn,
};

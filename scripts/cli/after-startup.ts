import { withDefaultPretenuring } from './disable-pretenuring.ts';

/** When a process has started, also one that takes its time. */
const startupMs = 5_000;

/**
 * Does something once with all that a start has compiled: soon after it, or at the end of the process where that comes first. In
 * a process that has worked for long, V8 has let go of what only the start needed.
 */
export const runAfterStartup = (act: () => void, afterMs = startupMs): void => {
  const actNow = (): void => {
    clearTimeout(timer);
    process.off('exit', actNow);
    withDefaultPretenuring(act);
  };
  const timer = setTimeout(actNow, afterMs);
  timer.unref();
  process.once('exit', actNow);
};

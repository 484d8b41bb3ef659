import { withDefaultPretenuring } from './disable-pretenuring.ts';

/** Even a slow start is complete after this time. */
const startupMs = 5_000;

/**
 * Runs `act` a single time: after startup, or at the exit of the process if the process exits earlier. A longer delay
 * would be too long, because V8 would by then have discarded the compiled code that only the startup needed.
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

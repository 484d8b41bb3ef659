import { withDefaultPretenuring } from './disable-pretenuring.ts';

/** Even a slow start is complete by then. */
const startupMs = 5_000;

/**
 * Runs `act` once after startup, or when the process exits if that is earlier. Later, V8 would have discarded the
 * compiled code that only the startup needed.
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

import type { Scheduler } from '../../scheduler.ts';

/**
 * Calls `onIdle` whenever `milliseconds` pass without activity, until stopped. The timer checks the last activity only
 * when it fires, so that activity costs nothing but storing its time.
 * @param getLatest when the last activity was, by the clock of the scheduler
 * @returns a function that stops it
 */
export const startIdleTimer = (
  scheduler: Scheduler,
  milliseconds: number,
  getLatest: () => number,
  onIdle: () => void,
): (() => void) => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let running = true;
  const getLastActivity = (): number => Math.max(reportedAt, getLatest());
  const checkIdle = () => {
    if (getLastActivity() + milliseconds <= scheduler.now()) {
      reportedAt = scheduler.now();
      onIdle();
    }
    if (running) schedule();
  };
  const schedule = () => {
    cancel = scheduler.after(getLastActivity() + milliseconds - scheduler.now(), checkIdle);
  };
  schedule();
  return () => {
    running = false;
    cancel();
  };
};

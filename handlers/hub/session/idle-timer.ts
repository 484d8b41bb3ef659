import type { Scheduler } from '#runtime/shared/scheduler.ts';

/**
 * Calls `onIdle` whenever `milliseconds` have passed without activity, until the timer is stopped. The last activity is
 * checked only when the timer fires, so each activity only needs to store its time.
 * @param getLatest returns the time of the last activity on the scheduler's clock
 * @returns a function that stops the timer
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

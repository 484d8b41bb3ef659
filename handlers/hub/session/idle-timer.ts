import type { Scheduler } from '../../scheduler.ts';

/**
 * Calls `onIdle` whenever `milliseconds` pass without activity, until stopped. The timer checks the last activity only
 * when it fires, so that activity costs nothing but storing its time.
 * @param latest when the last activity was, by the clock of the scheduler
 * @returns a function that stops it
 */
export const startIdleTimer = (
  scheduler: Scheduler,
  milliseconds: number,
  latest: () => number,
  onIdle: () => void,
): (() => void) => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let running = true;
  const since = (): number => Math.max(reportedAt, latest());
  const check = () => {
    if (since() + milliseconds <= scheduler.now()) {
      reportedAt = scheduler.now();
      onIdle();
    }
    if (running) arm();
  };
  const arm = () => {
    cancel = scheduler.after(since() + milliseconds - scheduler.now(), check);
  };
  arm();
  return () => {
    running = false;
    cancel();
  };
};

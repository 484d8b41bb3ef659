import type { Scheduler } from '../../scheduler.ts';

/** Notices that nothing has happened for a while. */
interface IdleTimer {
  /** Something happened. Cheap: the timer looks at it when it fires. */
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` whenever `milliseconds` pass without a touch, until stopped. */
export const createIdleTimer = (
  scheduler: Scheduler,
  milliseconds: number,
  onIdle: () => void,
): IdleTimer => {
  let touched = scheduler.now();
  let cancel = () => {};
  let running = true;
  const check = () => {
    if (touched + milliseconds <= scheduler.now()) {
      touched = scheduler.now();
      onIdle();
    }
    if (running) arm();
  };
  const arm = () => {
    cancel = scheduler.after(touched + milliseconds - scheduler.now(), check);
  };
  arm();
  return {
    touch() {
      touched = scheduler.now();
    },
    stop() {
      running = false;
      cancel();
    },
  };
};

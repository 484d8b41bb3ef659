import type { Scheduler } from './scheduler.ts';

export interface LoopOptions {
  /** Milliseconds between two steps. */
  readonly period: number;
  readonly scheduler: Scheduler;
  readonly paused: () => boolean;
  readonly step: () => void;
  /** Told once when the loop begins to drop time, with the milliseconds dropped. */
  readonly dropped: (milliseconds: number) => void;
  /** Most steps made at one wake-up. */
  readonly mostSteps?: number;
}

/** Calls `step` at a steady rate of real time. */
export interface Loop {
  start(): void;
  stop(): void;
}

/** Timers fire up to a millisecond before their time; waiting again would miss it by more. */
const earliness = 1;

/**
 * Every deadline is reckoned from the one before, never from the moment of waking, so lateness does not add
 * up. After a stall a few steps are made at once and the rest of the time is given up.
 */
export const createLoop = ({
  period,
  scheduler,
  paused,
  step,
  dropped,
  mostSteps = 5,
}: LoopOptions): Loop => {
  let cancel: (() => void) | undefined;
  let deadline = 0;
  let dropping = false;

  const wait = (): void => {
    cancel = scheduler.after(Math.max(0, deadline - scheduler.now()), wake);
  };

  const wake = (): void => {
    const owed = Math.floor((scheduler.now() + earliness - deadline) / period) + 1;
    for (let made = 0; made < Math.min(owed, mostSteps) && cancel && !paused(); made++) step();
    deadline += owed * period;
    if (paused() || owed <= mostSteps) {
      dropping = false;
    } else if (!dropping) {
      dropping = true;
      dropped((owed - mostSteps) * period);
    }
    if (cancel) wait();
  };

  return {
    start() {
      if (cancel) return;
      deadline = scheduler.now() + period;
      wait();
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
};

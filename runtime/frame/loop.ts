import { beginTurn } from './turn.ts';
import type { OverloadWatch } from './overload.ts';
import type { Scheduler } from './scheduler.ts';
import type { Step } from './stepper.ts';

interface LoopOptions {
  /** Milliseconds between two steps. */
  readonly period: number;
  readonly scheduler: Scheduler;
  readonly paused: () => boolean;
  /** Begins a step. */
  readonly begin: () => Step;
  /** Told once when the loop begins to drop time, with the milliseconds dropped. */
  readonly dropped: (milliseconds: number) => void;
  /** Most steps made at one wake-up. */
  readonly mostSteps?: number;
  /** Told how the steps go. */
  readonly watch?: OverloadWatch | undefined;
}

/** Makes steps at a steady rate of real time. */
interface Loop {
  /** Whether it was started and not stopped since, be time paused or not. */
  isRunning(): boolean;
  start(): void;
  stop(): void;
  /**
   * Makes the steps that are due before their timer comes to it, unless they take long. For whoever has many pieces of work
   * at hand: a timer waits for all of them, which under load is several milliseconds. A step that fails is no failure of
   * theirs: it fails as it would have by its timer.
   * @returns whether steps were made
   */
  keepUp(): boolean;
}

/** Timers fire up to a millisecond before their time; waiting again would miss it by more. */
const earliness = 1;

/** Of a period: steps that take longer are not made between two pieces of work. */
const quickShare = 0.25;

/**
 * Every deadline is reckoned from the one before, never from the moment of waking, so lateness does not add
 * up. After a stall a few steps are made at once and the rest of the time is given up. Steps that take long are made in
 * parts, between which the process does its other work.
 */
export const createLoop = ({
  period,
  scheduler,
  paused,
  begin,
  dropped,
  mostSteps = 5,
  watch,
}: LoopOptions): Loop => {
  let cancel: (() => void) | undefined;
  let deadline = 0;
  let dropping = false;

  let step: Step | undefined;
  /** Steps to be made at this wake-up, and those that were owed. */
  let due = 0;
  let owed = 0;
  let latestTook = 0;

  const wait = (): void => {
    cancel = scheduler.after(Math.max(0, deadline - scheduler.now()), wake);
  };

  const wake = (): void => {
    owed = Math.floor((scheduler.now() + earliness - deadline) / period) + 1;
    due = Math.min(owed, mostSteps);
    work();
  };

  const isBusy = (): boolean => cancel !== undefined && (step !== undefined || (due > 0 && !paused()));

  const work = (): void => {
    const isLate = beginTurn(scheduler);
    while (isBusy()) {
      if (isLate()) {
        cancel = scheduler.after(0, work);
        return;
      }
      proceed(isLate);
    }
    settle();
  };

  const proceed = (isLate: () => boolean): void => {
    const began = scheduler.now();
    step ??= begin();
    watch?.partBegins();
    const isMade = step.proceed(isLate);
    watch?.partEnds();
    latestTook = scheduler.now() - began;
    if (!isMade) return;
    step = undefined;
    due -= 1;
    watch?.frameMade();
  };

  const settle = (): void => {
    deadline += owed * period;
    due = 0;
    if (paused() || owed <= mostSteps) {
      dropping = false;
    } else if (!dropping) {
      dropping = true;
      dropped((owed - mostSteps) * period);
    }
    if (cancel) wait();
  };

  return {
    isRunning: () => cancel !== undefined,
    start() {
      if (cancel) return;
      deadline = scheduler.now() + period;
      wait();
    },
    stop() {
      cancel?.();
      cancel = undefined;
      step = undefined;
    },
    keepUp() {
      const isWaiting = cancel !== undefined && step === undefined && due === 0;
      if (!isWaiting || latestTook > quickShare * period || scheduler.now() < deadline) return false;
      cancel?.();
      try {
        wake();
      } catch (failure) {
        cancel = scheduler.after(0, () => {
          throw failure;
        });
      }
      return true;
    },
  };
};

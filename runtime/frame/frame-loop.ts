import { beginTimeSlice } from './time-slice.ts';
import type { OverloadMonitor } from './overload-monitor.ts';
import type { Scheduler } from './timer-scheduler.ts';
import type { StepExecution } from './step-runner.ts';

interface FrameLoopOptions {
  /** Milliseconds between two steps. */
  readonly periodMs: number;
  readonly scheduler: Scheduler;
  readonly isPaused: () => boolean;
  /** Begins a step. */
  readonly beginStep: () => StepExecution;
  /** Told once when the loop begins to drop time, with the milliseconds dropped. */
  readonly onTimeDropped: (milliseconds: number) => void;
  /** Most steps made at one wake-up. */
  readonly maxSteps?: number;
  /** Told how the steps go. */
  readonly overloadMonitor?: OverloadMonitor | undefined;
}

/** Makes steps at a steady rate of real time. */
interface FrameLoop {
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
  runDueSteps(): boolean;
}

/** Timers fire up to a millisecond before their time; waiting again would miss it by more. */
const timerEarlinessMs = 1;

/** Of a period: steps that take longer are not made between two pieces of work. */
const maxInlineStepFraction = 0.25;

/**
 * Every deadline is reckoned from the one before, never from the moment of waking, so lateness does not add
 * up. After a stall a few steps are made at once and the rest of the time is given up. Steps that take long are made in
 * parts, between which the process does its other work.
 */
export const createFrameLoop = ({
  periodMs,
  scheduler,
  isPaused,
  beginStep,
  onTimeDropped,
  maxSteps = 5,
  overloadMonitor,
}: FrameLoopOptions): FrameLoop => {
  let cancel: (() => void) | undefined;
  let deadline = 0;
  let dropping = false;

  let step: StepExecution | undefined;
  /** Steps to be made at this wake-up, and those that were owed. */
  let due = 0;
  let owed = 0;
  let latestTook = 0;

  const wait = (): void => {
    cancel = scheduler.after(Math.max(0, deadline - scheduler.now()), wake);
  };

  const wake = (): void => {
    owed = Math.floor((scheduler.now() + timerEarlinessMs - deadline) / periodMs) + 1;
    due = Math.min(owed, maxSteps);
    work();
  };

  const isBusy = (): boolean => cancel !== undefined && (step !== undefined || (due > 0 && !isPaused()));

  const work = (): void => {
    const isLate = beginTimeSlice(scheduler);
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
    step ??= beginStep();
    overloadMonitor?.beginSlice();
    const isMade = step.runSlice(isLate);
    overloadMonitor?.endSlice();
    latestTook = scheduler.now() - began;
    if (!isMade) return;
    step = undefined;
    due -= 1;
    overloadMonitor?.endFrame();
  };

  const settle = (): void => {
    deadline += owed * periodMs;
    due = 0;
    if (isPaused() || owed <= maxSteps) {
      dropping = false;
    } else if (!dropping) {
      dropping = true;
      onTimeDropped((owed - maxSteps) * periodMs);
    }
    if (cancel) wait();
  };

  return {
    isRunning: () => cancel !== undefined,
    start() {
      if (cancel) return;
      deadline = scheduler.now() + periodMs;
      wait();
    },
    stop() {
      cancel?.();
      cancel = undefined;
      step = undefined;
    },
    runDueSteps() {
      const isWaiting = cancel !== undefined && step === undefined && due === 0;
      if (!isWaiting || latestTook > maxInlineStepFraction * periodMs || scheduler.now() < deadline)
        return false;
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

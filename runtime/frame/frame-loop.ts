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
  /** Called once when the loop begins to drop time, with the milliseconds dropped. */
  readonly onTimeDropped: (milliseconds: number) => void;
  /** Maximum number of steps per wake-up. */
  readonly maxSteps?: number;
  /** Receives the duration of steps. */
  readonly overloadMonitor?: OverloadMonitor | undefined;
}

/** Runs steps at a steady rate of real time. */
interface FrameLoop {
  /** Whether it was started and not stopped since, even while time is paused. */
  isRunning(): boolean;
  start(): void;
  stop(): void;
  /**
   * Runs the steps that are due before their timer fires, unless they take long. Call it between many pieces of work: a
   * timer waits for all of them, which takes several milliseconds under load. A failing step does not throw here, but
   * fails as it would from its timer.
   * @returns whether steps were run
   */
  runDueSteps(): boolean;
}

/** Timers fire up to a millisecond early. Waiting again would overshoot by more than that. */
const timerEarlinessMs = 1;

/** As a fraction of the period: longer steps don't run between two pieces of work. */
const maxInlineStepFraction = 0.25;

/**
 * Computes every deadline from the previous one, never from the wake-up time, so lateness does not accumulate. After a
 * stall a few steps run at once and the rest of the time is dropped. Long steps run in slices, between which the
 * process does other work.
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
  /** Steps to run at this wake-up, and how many were overdue. */
  let due = 0;
  let owed = 0;
  let latestTook = 0;

  const wait = (): void => {
    cancel = scheduler.after(Math.max(0, deadline - scheduler.now()), wake);
  };

  const wake = (): void => {
    owed = Math.floor((scheduler.now() + timerEarlinessMs - deadline) / periodMs) + 1;
    due = Math.min(owed, maxSteps);
    runWakeUp();
  };

  const isBusy = (): boolean => cancel !== undefined && (step !== undefined || (due > 0 && !isPaused()));

  const runWakeUp = (): void => {
    const isLate = beginTimeSlice(scheduler);
    while (isBusy()) {
      if (isLate()) {
        cancel = scheduler.after(0, runWakeUp);
        return;
      }
      proceed(isLate);
    }
    endWakeUp();
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

  const endWakeUp = (): void => {
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

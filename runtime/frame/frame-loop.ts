import { beginTimeSlice } from './time-slice.ts';
import type { OverloadMonitor } from './overload-monitor.ts';
import type { Scheduler } from './timer-scheduler.ts';
import type { StepExecution } from './step-runner.ts';

interface FrameLoopOptions {
  /** Milliseconds between two steps. */
  readonly periodMs: number;
  readonly scheduler: Scheduler;
  readonly isPaused: () => boolean;
  readonly beginStep: () => StepExecution;
  /** Called once when the loop starts to drop time, with the dropped milliseconds. */
  readonly onTimeDropped: (milliseconds: number) => void;
  /** Maximum number of steps per timer. */
  readonly maxSteps?: number;
  /** Gets the duration of each step. */
  readonly overloadMonitor?: OverloadMonitor | undefined;
}

/** Runs steps at a constant rate in real time. */
interface FrameLoop {
  /** Whether the loop is started. It is also true while time is paused. */
  isRunning(): boolean;
  start(): void;
  stop(): void;
  /**
   * Runs the steps that are due, unless they take long. Call it between pieces of work, because the timer has to wait
   * for all of them, which takes several milliseconds under load. A step that fails doesn't throw here, but as from its
   * timer.
   * @returns whether any steps ran
   */
  runDueSteps(): boolean;
}

/** Timers fire up to a millisecond early. Waiting again would be late by more than that. */
const timerEarlinessMs = 1;

/** Fraction of the period. Longer steps don't run between two pieces of work. */
const maxInlineStepFraction = 0.25;

/**
 * Derives each deadline from the previous one, rather than from the current time, so that lateness doesn't accumulate.
 * After a stall it catches up on a few steps and drops the rest of the time. Long steps run in slices, so that the
 * process can do other work.
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
  let isDroppingTime = false;

  let step: StepExecution | undefined;
  /** Number of steps to run now. It can be less than the number of steps that are due, `dueSteps`. */
  let stepsToRun = 0;
  let dueSteps = 0;
  let lastStepMs = 0;

  const schedule = (): void => {
    cancel = scheduler.after(Math.max(0, deadline - scheduler.now()), onTimer);
  };

  const onTimer = (): void => {
    dueSteps = Math.floor((scheduler.now() + timerEarlinessMs - deadline) / periodMs) + 1;
    stepsToRun = Math.min(dueSteps, maxSteps);
    runWakeUp();
  };

  const isBusy = (): boolean =>
    cancel !== undefined && (step !== undefined || (stepsToRun > 0 && !isPaused()));

  const runWakeUp = (): void => {
    const isLate = beginTimeSlice(scheduler);
    while (isBusy()) {
      if (isLate()) {
        cancel = scheduler.after(0, runWakeUp);
        return;
      }
      runSlices(isLate);
    }
    endWakeUp();
  };

  const runSlices = (isLate: () => boolean): void => {
    const startMs = scheduler.now();
    step ??= beginStep();
    overloadMonitor?.beginSlice();
    const isComplete = step.runSlice(isLate);
    overloadMonitor?.endSlice();
    lastStepMs = scheduler.now() - startMs;
    if (!isComplete) return;
    step = undefined;
    stepsToRun -= 1;
    overloadMonitor?.endFrame();
  };

  const endWakeUp = (): void => {
    deadline += dueSteps * periodMs;
    stepsToRun = 0;
    if (isPaused() || dueSteps <= maxSteps) {
      isDroppingTime = false;
    } else if (!isDroppingTime) {
      isDroppingTime = true;
      onTimeDropped((dueSteps - maxSteps) * periodMs);
    }
    if (cancel) schedule();
  };

  return {
    isRunning: () => cancel !== undefined,
    start() {
      if (cancel) return;
      deadline = scheduler.now() + periodMs;
      schedule();
    },
    stop() {
      cancel?.();
      cancel = undefined;
      step = undefined;
    },
    runDueSteps() {
      const isWaiting = cancel !== undefined && step === undefined && stepsToRun === 0;
      if (!isWaiting || lastStepMs > maxInlineStepFraction * periodMs || scheduler.now() < deadline)
        return false;
      cancel?.();
      try {
        onTimer();
      } catch (failure) {
        cancel = scheduler.after(0, () => {
          throw failure;
        });
      }
      return true;
    },
  };
};

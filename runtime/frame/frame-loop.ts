import { beginTimeSlice } from './time-slicing.ts';
import type { OverloadMonitor } from './overload-monitor.ts';
import type { Timers } from '../shared/scheduler.ts';
import type { StepExecution } from './step-runner.ts';

interface FrameLoopOptions {
  /** Milliseconds between two steps. */
  readonly periodMs: number;
  readonly scheduler: Timers;
  readonly isPaused: () => boolean;
  /** Returns whether the next steps change nothing that anyone can notice. Absent for a loop that never rests. */
  readonly canRest?: () => boolean;
  readonly beginStep: () => StepExecution;
  /**
   * Called when the loop starts to drop time, with the number of milliseconds dropped. Called again only after the loop
   * has kept up for ten seconds.
   */
  readonly onTimeDropped: (milliseconds: number) => void;
  /** Maximum number of steps that run per timer. */
  readonly maxSteps?: number;
  /** Receives the duration of each step. */
  readonly overloadMonitor?: OverloadMonitor | undefined;
}

/**
 * Timers can fire up to one millisecond early. In that case, the step runs immediately, because waiting again would
 * make the step late by more than a millisecond.
 */
const timerEarlinessMs = 1;

/** How long the loop must have kept up before it reports dropped time again, in milliseconds. */
const keptUpMs = 10_000;

/** Longest duration, as a fraction of the period, of steps that may run between two pieces of work. */
const maxInlineStepFraction = 0.25;

/**
 * How long a resting loop waits at most, in milliseconds. It then runs all steps of this time together, because a timer
 * that wakes the process costs several times as much as a step that changes nothing.
 */
const maxRestMs = 250;

/**
 * Creates a frame loop. Each deadline is derived from the previous deadline instead of the current time, so that delays
 * don't accumulate. After a stall, the loop catches up on a few steps and drops the remaining time. Long steps run in
 * slices, so that the process can do other work. While steps change nothing, several of them run together.
 */
export const createFrameLoop = ({
  periodMs,
  scheduler,
  isPaused,
  canRest = () => false,
  beginStep,
  onTimeDropped,
  maxSteps = 5,
  overloadMonitor,
}: FrameLoopOptions) => {
  const restingSteps = Math.max(1, Math.round(maxRestMs / periodMs));
  let cancel: (() => void) | undefined;
  let deadline = 0;
  let isResting = false;
  let droppedAt = Number.NEGATIVE_INFINITY;

  let step: StepExecution | undefined;
  /** Number of steps to run now, which can be less than `dueSteps`, the number of steps that are due. */
  let stepsToRun = 0;
  let dueSteps = 0;
  let stepLimit = maxSteps;
  let lastStepMs = 0;

  const schedule = (): void => {
    isResting = canRest();
    const restMs = isResting ? (restingSteps - 1) * periodMs : 0;
    cancel = scheduler.after(Math.max(0, deadline + restMs - scheduler.now()), onTimer);
  };

  const onTimer = (): void => {
    dueSteps = Math.floor((scheduler.now() + timerEarlinessMs - deadline) / periodMs) + 1;
    stepLimit = isResting ? restingSteps + maxSteps : maxSteps;
    stepsToRun = Math.min(dueSteps, stepLimit);
    isResting = false;
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
    if (!isPaused() && dueSteps > stepLimit) {
      const now = scheduler.now();
      const hadKeptUp = now - droppedAt > keptUpMs;
      droppedAt = now;
      if (hadKeptUp) onTimeDropped((dueSteps - stepLimit) * periodMs);
    }
    if (cancel) schedule();
  };

  /** Runs steps now instead of in the timer. */
  const runTimerNow = (): void => {
    cancel?.();
    try {
      onTimer();
    } catch (failure) {
      cancel = scheduler.after(0, () => {
        throw failure;
      });
    }
  };

  return {
    /** Returns whether the loop has been started, even if time is paused. */
    isRunning: (): boolean => cancel !== undefined,
    start() {
      if (cancel) return;
      deadline = scheduler.now() + periodMs;
      schedule();
    },
    stop() {
      cancel?.();
      cancel = undefined;
      step = undefined;
      isResting = false;
    },
    /**
     * Must be called when something arrives from outside. If the loop is resting, runs the steps that are due. The loop
     * then continues to rest only if `canRest` still returns true.
     */
    wake() {
      if (!isResting) return;
      if (scheduler.now() >= deadline) {
        runTimerNow();
      } else {
        cancel?.();
        schedule();
      }
    },
    /**
     * Runs the steps that are due, unless steps take long. Should be called between pieces of work, because under load
     * the timer would otherwise have to wait several milliseconds until all pieces are done. If a step fails, this method
     * doesn't throw; the error is handled like an error in the timer.
     * @returns whether any steps ran
     */
    runDueSteps(): boolean {
      const isWaiting = cancel !== undefined && step === undefined && stepsToRun === 0;
      if (!isWaiting || lastStepMs > maxInlineStepFraction * periodMs || scheduler.now() < deadline)
        return false;
      runTimerNow();
      return true;
    },
  };
};

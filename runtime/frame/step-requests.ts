import { maxQueuedSteps } from '#spec/actions/time.ts';
import { ApiError } from '#spec/errors.ts';
import { beginTimeSlice } from './time-slice.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Scheduler } from './timer-scheduler.ts';
import type { StepExecution } from './step-runner.ts';

interface StepRequestsOptions {
  /** Whole steps since the runtime began. */
  readonly getStepCount: () => number;
  /** Lets in what comes before the next step. */
  readonly onBeforeStep: () => void;
  /** Begins a step. */
  readonly beginStep: () => StepExecution;
  /** Whether the process has other work, so that steps should yield to it. */
  readonly isSliced: () => boolean;
  readonly scheduler: Scheduler;
}

/** Requested steps, which run as fast as possible. */
interface StepRequests {
  /** How many are still queued. */
  countRemaining(): number;
  /**
   * Runs this many steps after those requested before: at once when they are short, otherwise in time slices, between
   * which commands enter.
   * @returns the number of the last step, once it is done
   * @throws ApiError ACTION_FAILED when more than `maxQueuedSteps` would be queued
   */
  runSteps(ticks: number): MaybePromise<number>;
  /** Drops the queued steps, and rejects all waiting callers with the failure. */
  rejectAll(failure: Error): void;
}

interface PendingRequest {
  readonly last: number;
  resolve(last: number): void;
  reject(failure: Error): void;
}

export const createStepRequests = ({
  getStepCount,
  onBeforeStep,
  beginStep,
  isSliced,
  scheduler,
}: StepRequestsOptions): StepRequests => {
  let target = 0;
  let step: StepExecution | undefined;
  let waiting: PendingRequest[] = [];
  let cancel: (() => void) | undefined;

  const countLeft = (): number => Math.max(0, target - getStepCount());

  /** What is let in before a step may cancel it. */
  const isStepWanted = (): boolean => {
    if (countLeft() === 0) return false;
    if (!step) onBeforeStep();
    return countLeft() > 0;
  };

  const runTimeSlice = (): void => {
    const isLate = isSliced() ? beginTimeSlice(scheduler) : undefined;
    while (isStepWanted()) {
      if (isLate?.()) {
        cancel ??= scheduler.after(0, goOn);
        return;
      }
      step ??= beginStep();
      const current = step;
      // a listener at its end may have requested more steps, and so begun another one
      if (current.runSlice(isLate) && step === current) step = undefined;
    }
  };

  const goOn = (): void => {
    cancel = undefined;
    runTimeSlice();
    const answered = waiting.filter(({ last }) => last <= getStepCount());
    waiting = waiting.filter(({ last }) => last > getStepCount());
    for (const { last, resolve } of answered) resolve(last);
  };

  return {
    countRemaining: countLeft,
    runSteps(ticks) {
      const before = countLeft();
      if (before + ticks > maxQueuedSteps) {
        throw new ApiError(
          'ACTION_FAILED',
          `${before} steps are already queued, and the limit is ${maxQueuedSteps}. Request ${ticks} more once time.step has responded.`,
        );
      }
      const last = getStepCount() + before + ticks;
      target = last;
      if (!cancel) runTimeSlice();
      if (last <= getStepCount()) return last;
      return new Promise((resolve, reject) => waiting.push({ last, resolve, reject }));
    },
    rejectAll(failure) {
      cancel?.();
      cancel = undefined;
      step = undefined;
      target = getStepCount();
      const failed = waiting;
      waiting = [];
      for (const { reject } of failed) reject(failure);
    },
  };
};

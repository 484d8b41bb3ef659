import { maxQueuedSteps } from '#spec/actions/time.ts';
import { ApiError } from '#spec/errors.ts';
import { beginTimeSlice } from './time-slicing.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Timers } from '../shared/scheduler.ts';
import type { StepExecution } from './step-runner.ts';

interface StepRequestsOptions {
  /** Returns the number of complete steps since the start. */
  readonly getStepCount: () => number;
  /** Called before each step to run pending commands. */
  readonly onBeforeStep: () => void;
  readonly beginStep: () => StepExecution;
  /** Returns whether steps should run in slices because the process has other work to do. */
  readonly isSliced: () => boolean;
  readonly scheduler: Timers;
}

interface PendingRequest {
  readonly last: number;
  resolve(last: number): void;
  reject(failure: Error): void;
}

/** Runs requested steps as fast as possible. */
export const createStepRequests = ({
  getStepCount,
  onBeforeStep,
  beginStep,
  isSliced,
  scheduler,
}: StepRequestsOptions) => {
  let target = 0;
  let step: StepExecution | undefined;
  let pending: PendingRequest[] = [];
  let cancel: (() => void) | undefined;

  const countRemaining = (): number => Math.max(0, target - getStepCount());

  /** The request is checked again, because a command that ran before the step may have canceled it. */
  const shouldRunStep = (): boolean => {
    if (countRemaining() === 0) return false;
    if (!step) onBeforeStep();
    return countRemaining() > 0;
  };

  const runTimeSlice = (): void => {
    const isLate = isSliced() ? beginTimeSlice(scheduler) : undefined;
    while (shouldRunStep()) {
      if (isLate?.()) {
        cancel ??= scheduler.after(0, continueSteps);
        return;
      }
      step ??= beginStep();
      const current = step;
      // At the end of the step, a listener may have requested more steps. In that case, `step` already holds another
      // step, which must be kept.
      if (current.runSlice(isLate) && step === current) step = undefined;
    }
  };

  const continueSteps = (): void => {
    cancel = undefined;
    runTimeSlice();
    const completed = pending.filter(({ last }) => last <= getStepCount());
    pending = pending.filter(({ last }) => last > getStepCount());
    for (const { last, resolve } of completed) resolve(last);
  };

  return {
    countRemaining,
    /**
     * Runs steps after all previously requested steps: immediately when they are short, otherwise in time slices.
     * Commands can run between two slices.
     * @returns the number of the last step, as soon as that step is complete
     * @throws ApiError ACTION_FAILED when more than `maxQueuedSteps` steps would be queued
     */
    runSteps(ticks: number): MaybePromise<number> {
      const queuedBefore = countRemaining();
      if (queuedBefore + ticks > maxQueuedSteps) {
        throw new ApiError(
          'ACTION_FAILED',
          `${queuedBefore} steps are already queued, and the limit is ${maxQueuedSteps}. Request ${ticks} more once time.step has responded.`,
        );
      }
      const last = getStepCount() + queuedBefore + ticks;
      target = last;
      if (!cancel) runTimeSlice();
      if (last <= getStepCount()) return last;
      return new Promise((resolve, reject) => pending.push({ last, resolve, reject }));
    },
    /** Drops all queued steps, and rejects the requests for these steps with the given error. */
    rejectAll(failure: Error) {
      cancel?.();
      cancel = undefined;
      step = undefined;
      target = getStepCount();
      const failed = pending;
      pending = [];
      for (const { reject } of failed) reject(failure);
    },
  };
};

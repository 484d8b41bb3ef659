import { maxQueuedSteps } from '#spec/actions/time.ts';
import { ApiError } from '#spec/errors.ts';
import { beginTimeSlice } from './time-slice.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Scheduler } from './timer-scheduler.ts';
import type { StepExecution } from './step-runner.ts';

interface StepRequestsOptions {
  /** Whole steps made since the runtime began. */
  readonly getStepCount: () => number;
  /** Lets in what comes before the next step. */
  readonly onBeforeStep: () => void;
  /** Begins a step. */
  readonly beginStep: () => StepExecution;
  /** Whether the process has other work, for which to make room. */
  readonly isSliced: () => boolean;
  readonly scheduler: Scheduler;
}

/** Steps that somebody asked for, made as fast as they go. */
interface StepRequests {
  /** How many are still to be made. */
  countRemaining(): number;
  /**
   * Makes so many steps behind those that were asked for before: at once where they do not take long, otherwise in turns,
   * between which commands enter.
   * @returns the last of them, once it is made
   * @throws Fault ACTION_FAILED when more than `mostStepsAsked` would be left to make
   */
  runSteps(ticks: number): MaybePromise<number>;
  /** Makes no more of them; whoever waits gets the failure. */
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

  const left = (): number => Math.max(0, target - getStepCount());

  /** What is let in before a step may be what gives it up. */
  const isStepWanted = (): boolean => {
    if (left() === 0) return false;
    if (!step) onBeforeStep();
    return left() > 0;
  };

  const work = (): void => {
    const isLate = isSliced() ? beginTimeSlice(scheduler) : undefined;
    while (isStepWanted()) {
      if (isLate?.()) {
        cancel ??= scheduler.after(0, goOn);
        return;
      }
      step ??= beginStep();
      const current = step;
      // whoever hears of its end may have asked for more steps, and so begun another one
      if (current.runSlice(isLate) && step === current) step = undefined;
    }
  };

  const goOn = (): void => {
    cancel = undefined;
    work();
    const answered = waiting.filter(({ last }) => last <= getStepCount());
    waiting = waiting.filter(({ last }) => last > getStepCount());
    for (const { last, resolve } of answered) resolve(last);
  };

  return {
    countRemaining: left,
    runSteps(ticks) {
      const before = left();
      if (before + ticks > maxQueuedSteps) {
        throw new ApiError(
          'ACTION_FAILED',
          `${before} steps are still to be made, and no more than ${maxQueuedSteps} are; ask for ${ticks} once time.step has answered.`,
        );
      }
      const last = getStepCount() + before + ticks;
      target = last;
      if (!cancel) work();
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

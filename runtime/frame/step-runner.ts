import { runAllSlices, type TimeSlicing, type TickSlices } from '../engine/time-slicing.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

/** One step, run in slices. */
export interface StepExecution {
  /**
   * Runs the step until it is late, or to its end.
   * @returns whether the step is complete.
   */
  runSlice(isLate?: () => boolean): boolean;
}

/** Runs steps, at once or in slices. */
interface StepRunner {
  /** Creates a step, which begins with its first slice. */
  beginStep(): StepExecution;
  /** Runs a whole step at once. */
  runStep(): void;
  /** Completes the current step, and any that its end begins. */
  completeStep(): void;
  /** Whether a step has begun and not ended. */
  isOpen(): boolean;
  /**
   * Calls a task between two steps: at once, or at the end of the current step.
   * @returns the result of the task
   */
  runBetweenSteps<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}

interface StepRunnerOptions {
  /** Called before a step begins: the last moment at which anything can enter before it. */
  readonly onBeforeStep: () => void;
  /** Creates the slices of a step. */
  readonly createSlices: () => TickSlices;
  /** Called when a step has ended, before anything else enters. */
  readonly onStepDone: () => void;
  /** Receives the time limit of each slice. */
  readonly timeSlicing: TimeSlicing;
}

/** Runs steps in slices, between which the process does other work. Nothing enters an unfinished step. */
export const createStepRunner = ({
  onBeforeStep,
  createSlices,
  onStepDone,
  timeSlicing,
}: StepRunnerOptions): StepRunner => {
  let open: TickSlices | undefined;
  let waiting: (() => void)[] = [];
  let nextWaiting = 0;
  const isOpen = (): boolean => open !== undefined;

  /** A task may begin another step. The remaining tasks then wait for the end of that one. */
  const runWaiting = (): void => {
    while (!isOpen() && nextWaiting < waiting.length) {
      const task = waiting[nextWaiting];
      nextWaiting += 1;
      task?.();
    }
    if (nextWaiting < waiting.length) return;
    waiting = [];
    nextWaiting = 0;
  };

  const close = (): void => {
    open = undefined;
    onStepDone();
    runWaiting();
  };

  const complete = (): void => {
    while (open) {
      runAllSlices(open);
      close();
    }
  };

  const startStep = (): TickSlices => {
    complete();
    onBeforeStep();
    open = createSlices();
    return open;
  };

  return {
    beginStep() {
      let slices: TickSlices | undefined;
      return {
        runSlice(isLate) {
          slices ??= startStep();
          if (slices !== open) return true;
          timeSlicing.shouldYield = isLate;
          try {
            if (!slices.next().done) return false;
          } finally {
            timeSlicing.shouldYield = undefined;
          }
          close();
          return true;
        },
      };
    },
    runStep() {
      startStep();
      complete();
    },
    completeStep: complete,
    isOpen,
    runBetweenSteps(task) {
      if (!open) return task();
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(task());
          } catch (failure) {
            reject(failure);
          }
        });
      });
    },
  };
};

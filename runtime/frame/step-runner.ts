import { runAllSlices, type TimeSlicing, type TickSlices } from '../engine/time-slicing.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

/** One step, which runs in slices. */
export interface StepExecution {
  /**
   * Runs the step until it is complete or the time slice is used up.
   * @returns whether the step is complete
   */
  runSlice(isLate?: () => boolean): boolean;
}

/** Runs steps, each at once or in slices. */
interface StepRunner {
  /** Creates a step. It starts with its first slice. */
  beginStep(): StepExecution;
  /** Runs a complete step. */
  runStep(): void;
  /** Completes the current step, and any steps that start at its end. */
  completeStep(): void;
  /** Whether there is an incomplete step. */
  isOpen(): boolean;
  /**
   * Runs a task between two steps: immediately, or at the end of the current step.
   * @returns the result of the task
   */
  runBetweenSteps<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}

interface StepRunnerOptions {
  /** Called before each step. Commands can still run before it. */
  readonly onBeforeStep: () => void;
  /** Creates the slices of a step. */
  readonly createSlices: () => TickSlices;
  /** Called at the end of each step, before delayed tasks. */
  readonly onStepDone: () => void;
  /** Gets the time limit of each slice. */
  readonly timeSlicing: TimeSlicing;
}

/** Runs steps in slices, so that the process can do other work. Tasks wait until the end of the step. */
export const createStepRunner = ({
  onBeforeStep,
  createSlices,
  onStepDone,
  timeSlicing,
}: StepRunnerOptions): StepRunner => {
  let openStep: TickSlices | undefined;
  let delayedTasks: (() => void)[] = [];
  let nextTask = 0;
  const isOpen = (): boolean => openStep !== undefined;

  /** Runs delayed tasks. If a task starts another step, the remaining ones wait for its end. */
  const runDelayedTasks = (): void => {
    while (!isOpen() && nextTask < delayedTasks.length) {
      const task = delayedTasks[nextTask];
      nextTask += 1;
      task?.();
    }
    if (nextTask < delayedTasks.length) return;
    delayedTasks = [];
    nextTask = 0;
  };

  const closeStep = (): void => {
    openStep = undefined;
    onStepDone();
    runDelayedTasks();
  };

  const completeStep = (): void => {
    while (openStep) {
      runAllSlices(openStep);
      closeStep();
    }
  };

  const startStep = (): TickSlices => {
    completeStep();
    onBeforeStep();
    openStep = createSlices();
    return openStep;
  };

  return {
    beginStep() {
      let slices: TickSlices | undefined;
      return {
        runSlice(isLate) {
          slices ??= startStep();
          if (slices !== openStep) return true;
          timeSlicing.shouldYield = isLate;
          try {
            if (!slices.next().done) return false;
          } finally {
            timeSlicing.shouldYield = undefined;
          }
          closeStep();
          return true;
        },
      };
    },
    runStep() {
      startStep();
      completeStep();
    },
    completeStep,
    isOpen,
    runBetweenSteps(task) {
      if (!openStep) return task();
      return new Promise((resolve, reject) => {
        delayedTasks.push(() => {
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

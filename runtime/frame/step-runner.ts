import { runAllSlices, type TickSlices, type TimeSlicing } from './time-slicing.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

export interface StepExecution {
  /**
   * Runs the step until it is complete or the time slice is used up.
   * @returns whether the step is complete
   */
  runSlice(isLate?: () => boolean): boolean;
}

interface StepRunnerOptions {
  /** Called before each step. Commands may still run between this call and the step. */
  readonly onBeforeStep: () => void;
  readonly createSlices: () => TickSlices;
  /** Called at the end of each step, before the delayed tasks run. */
  readonly onStepDone: () => void;
  /** Receives, for each slice, the function that indicates when the slice must yield. */
  readonly timeSlicing: TimeSlicing;
}

/**
 * Creates a runner that runs steps in slices, so that the process can do other work. Tasks wait until the end of the
 * step.
 */
export const createStepRunner = ({
  onBeforeStep,
  createSlices,
  onStepDone,
  timeSlicing,
}: StepRunnerOptions) => {
  let openStep: TickSlices | undefined;
  let delayedTasks: (() => void)[] = [];
  let nextTask = 0;
  const isOpen = (): boolean => openStep !== undefined;

  /** Runs delayed tasks. If a task starts another step, the remaining tasks wait until that step ends. */
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
    /** Creates a step, which begins when its first slice runs. */
    beginStep(): StepExecution {
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
    /** Completes the current step, and any steps that are started at its end. */
    completeStep,
    /** Returns whether a step has begun and is not complete yet. */
    isOpen,
    /**
     * Runs a task between two steps: immediately if no step is open, otherwise at the end of the current step.
     * @returns the result of the task
     */
    runBetweenSteps<T>(task: () => MaybePromise<T>): MaybePromise<T> {
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

/** A part of the runtime that depends on time. In each tick, the systems advance in the order of their list. */
export interface RuntimeSystem {
  readonly name: string;
  /** Advances by one tick without slices. The time is in simulated seconds. */
  advance?(deltaTime: number): void;
  advanceInSlices?(): TickSlices;
  /**
   * Returns whether the next ticks change nothing in this system until a command or a device event arrives. A system
   * that advances and doesn't declare this never rests (C-326).
   */
  isAtRest?(): boolean;
  /**
   * Publishes collected changes. Called at the end of each tick, after each command, and after the runtime has stopped.
   */
  flush?(): void;
  /** Ends ongoing work. Called before other systems stop working. */
  stop?(): void;
  /** Returns everything that affects the future as plain data. Called between two ticks. */
  state?(): unknown;
}

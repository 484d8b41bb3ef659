import { runAllSlices, type TimeSlicing, type TickSlices } from '../engine/time-slicing.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

/** One step, made in parts. */
export interface StepExecution {
  /**
   * Goes on with it until it is late, or to its end.
   * @returns whether the step is made.
   */
  runSlice(isLate?: () => boolean): boolean;
}

/** Makes steps, in one go or in parts. */
interface StepRunner {
  /** A step, which begins when it is first proceeded with. */
  beginStep(): StepExecution;
  /** Makes a whole step at once. */
  runStep(): void;
  /** Completes the step that is in the middle of being made, and any that follows from its end. */
  completeStep(): void;
  /** Whether a step has begun and not ended. */
  isOpen(): boolean;
  /**
   * Calls a task between two steps: at once, or when the step has ended that is being made.
   * @returns what the task does
   */
  runBetweenSteps<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}

interface StepRunnerOptions {
  /** Called before a step begins: the last moment at which anything can enter before it. */
  readonly onBeforeStep: () => void;
  /** A step, from part to part. */
  readonly createSlices: () => TickSlices;
  /** Called when a step has ended, before anything else enters. */
  readonly onStepDone: () => void;
  /** Told for each part how long it may take. */
  readonly timeSlicing: TimeSlicing;
}

/** Makes steps in parts, between which the process does other work; nothing enters a step on its way. */
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

  /** One of them may begin another step, and then the rest wait for the end of that one. */
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

  const begin = (): TickSlices => {
    complete();
    onBeforeStep();
    open = createSlices();
    return open;
  };

  return {
    beginStep() {
      let own: TickSlices | undefined;
      return {
        runSlice(isLate) {
          own ??= begin();
          if (own !== open) return true;
          timeSlicing.shouldYield = isLate;
          try {
            if (!own.next().done) return false;
          } finally {
            timeSlicing.shouldYield = undefined;
          }
          close();
          return true;
        },
      };
    },
    runStep() {
      begin();
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

import { makeAll, type Pace, type Parts } from '../engine/pace.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

/** One step, made in parts. */
export interface Step {
  /**
   * Goes on with it until it is late, or to its end.
   * @returns whether the step is made.
   */
  proceed(isLate?: () => boolean): boolean;
}

/** Makes steps, in one go or in parts. */
interface Stepper {
  /** A step, which begins when it is first proceeded with. */
  begin(): Step;
  /** Makes a whole step at once. */
  make(): void;
  /** Completes the step that is in the middle of being made, and any that follows from its end. */
  complete(): void;
  /** Whether a step has begun and not ended. */
  isOpen(): boolean;
  /**
   * Calls a task between two steps: at once, or when the step has ended that is being made.
   * @returns what the task does
   */
  between<T>(task: () => MaybePromise<T>): MaybePromise<T>;
}

interface StepperOptions {
  /** Called before a step begins: the last moment at which anything can enter before it. */
  readonly before: () => void;
  /** A step, from part to part. */
  readonly makeStep: () => Parts;
  /** Called when a step has ended, before anything else enters. */
  readonly made: () => void;
  /** Told for each part how long it may take. */
  readonly pace: Pace;
}

/** Makes steps in parts, between which the process does other work; nothing enters a step on its way. */
export const createStepper = ({ before, makeStep, made, pace }: StepperOptions): Stepper => {
  let open: Parts | undefined;
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
    made();
    runWaiting();
  };

  const complete = (): void => {
    while (open) {
      makeAll(open);
      close();
    }
  };

  const begin = (): Parts => {
    complete();
    before();
    open = makeStep();
    return open;
  };

  return {
    begin() {
      let own: Parts | undefined;
      return {
        proceed(isLate) {
          own ??= begin();
          if (own !== open) return true;
          pace.isLate = isLate;
          try {
            if (!own.next().done) return false;
          } finally {
            pace.isLate = undefined;
          }
          close();
          return true;
        },
      };
    },
    make() {
      begin();
      complete();
    },
    complete,
    isOpen,
    between(task) {
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

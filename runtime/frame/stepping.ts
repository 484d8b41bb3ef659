import { mostStepsAsked } from '#spec/actions/time.ts';
import { Fault } from '#spec/errors.ts';
import { beginTurn } from './turn.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Scheduler } from './scheduler.ts';
import type { Step } from './stepper.ts';

interface SteppingOptions {
  /** Whole steps made since the runtime began. */
  readonly made: () => number;
  /** Lets in what comes before the next step. */
  readonly admit: () => void;
  /** Begins a step. */
  readonly begin: () => Step;
  /** Whether the process has other work, for which to make room. */
  readonly inTurns: () => boolean;
  readonly scheduler: Scheduler;
}

/** Steps that somebody asked for, made as fast as they go. */
interface Stepping {
  /** How many are still to be made. */
  left(): number;
  /**
   * Makes so many steps behind those that were asked for before: at once where they do not take long, otherwise in turns,
   * between which commands enter.
   * @returns the last of them, once it is made
   * @throws Fault ACTION_FAILED when more than `mostStepsAsked` would be left to make
   */
  make(ticks: number): MaybePromise<number>;
  /** Makes no more of them; whoever waits gets the failure. */
  giveUp(failure: Error): void;
}

interface Waiting {
  readonly last: number;
  resolve(last: number): void;
  reject(failure: Error): void;
}

export const createStepping = ({ made, admit, begin, inTurns, scheduler }: SteppingOptions): Stepping => {
  let target = 0;
  let step: Step | undefined;
  let waiting: Waiting[] = [];
  let cancel: (() => void) | undefined;

  const left = (): number => Math.max(0, target - made());

  /** What is let in before a step may be what gives it up. */
  const isStepWanted = (): boolean => {
    if (left() === 0) return false;
    if (!step) admit();
    return left() > 0;
  };

  const work = (): void => {
    const isLate = inTurns() ? beginTurn(scheduler) : undefined;
    while (isStepWanted()) {
      if (isLate?.()) {
        cancel ??= scheduler.after(0, goOn);
        return;
      }
      step ??= begin();
      const current = step;
      // whoever hears of its end may have asked for more steps, and so begun another one
      if (current.proceed(isLate) && step === current) step = undefined;
    }
  };

  const goOn = (): void => {
    cancel = undefined;
    work();
    const answered = waiting.filter(({ last }) => last <= made());
    waiting = waiting.filter(({ last }) => last > made());
    for (const { last, resolve } of answered) resolve(last);
  };

  return {
    left,
    make(ticks) {
      const before = left();
      if (before + ticks > mostStepsAsked) {
        throw new Fault(
          'ACTION_FAILED',
          `${before} steps are still to be made, and no more than ${mostStepsAsked} are; ask for ${ticks} once time.step has answered.`,
        );
      }
      const last = made() + before + ticks;
      target = last;
      if (!cancel) work();
      if (last <= made()) return last;
      return new Promise((resolve, reject) => waiting.push({ last, resolve, reject }));
    },
    giveUp(failure) {
      cancel?.();
      cancel = undefined;
      step = undefined;
      target = made();
      const failed = waiting;
      waiting = [];
      for (const { reject } of failed) reject(failure);
    },
  };
};

import type { MaybePromise } from '#spec/maybe-promise.ts';

/** Simulated time as everything in the runtime reads it. */
interface RuntimeClock {
  /** Fixed steps since the runtime began; while a step runs, its own number. */
  readonly tick: number;
  /** Simulated seconds: the sum of fixed steps times the time scale they ran under. */
  readonly time: number;
  /** Simulated seconds of the current step: fixed step times the time scale that it began with. */
  readonly deltaTime: number;
  /** Seconds of one step at time scale 1. */
  readonly fixedStep: number;
  readonly scale: number;
  readonly paused: boolean;
}

/** The clock with its controls, for the `time.*` actions. */
export interface ClockControl extends RuntimeClock {
  /** @param scale 0 to 100. */
  setScale(scale: number): void;
  pause(): void;
  resume(): void;
  /**
   * Runs exactly this many steps, as fast as possible. Only while paused.
   * @returns the number of the last step, once it is done
   */
  step(ticks: number): MaybePromise<number>;
}

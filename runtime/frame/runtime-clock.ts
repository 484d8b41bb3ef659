import type { MaybePromise } from '#spec/maybe-promise.ts';

/** Simulated time, as all parts of the runtime see it. */
interface RuntimeClock {
  /** Number of fixed steps since the start. During a step, the number of that step. */
  readonly tick: number;
  /** Simulated time in seconds: the sum of all steps, each multiplied by its time scale. */
  readonly time: number;
  /** Simulated seconds of the current step: the fixed step multiplied by the time scale when the step began. */
  readonly deltaTime: number;
  /** Seconds per step at time scale 1. */
  readonly fixedStep: number;
  readonly scale: number;
  readonly paused: boolean;
}

/** The clock with the controls that the `time.*` actions use. */
export interface ClockControl extends RuntimeClock {
  /** @param scale the time scale, from 0 to 100 */
  setScale(scale: number): void;
  pause(): void;
  resume(): void;
  /**
   * Runs the given number of steps as fast as possible. Works only while time is paused.
   * @returns the number of the last step, as soon as that step is complete
   */
  step(ticks: number): MaybePromise<number>;
}

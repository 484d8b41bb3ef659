import type { MaybePromise } from '#spec/maybe-promise.ts';

/** Simulated time, for every part of the runtime. */
interface RuntimeClock {
  /** Number of fixed steps since the start; during a step, its own number. */
  readonly tick: number;
  /** Simulated seconds: the sum of all steps, each multiplied by its time scale. */
  readonly time: number;
  /** Simulated seconds of the current step: the fixed step multiplied by the time scale at its start. */
  readonly deltaTime: number;
  /** Seconds per step at time scale 1. */
  readonly fixedStep: number;
  readonly scale: number;
  readonly paused: boolean;
}

/** The clock with its controls for the `time.*` actions. */
export interface ClockControl extends RuntimeClock {
  /** @param scale from 0 to 100 */
  setScale(scale: number): void;
  pause(): void;
  resume(): void;
  /**
   * Runs this number of steps as fast as possible. Only works while time is paused.
   * @returns the number of the last step, when it is complete
   */
  step(ticks: number): MaybePromise<number>;
}

import { StepCounter } from './step-counter.ts';

/**
 * Simulated seconds since a moment. Equal steps are counted instead of summed, so it never drifts. A class, because
 * there are thousands of instances.
 */
export class Stopwatch {
  readonly #clock = new StepCounter();
  /** Seconds of the steps with previous lengths. */
  #before = 0;
  /** The step count at which the current length began. */
  #since = 0;

  seconds(): number {
    return this.#before + this.#clock.toSeconds(this.#clock.steps - this.#since);
  }

  /** Advances by a step of this many seconds. */
  advance(length: number): void {
    if (length === 0) return;
    if (length !== this.#clock.stepSeconds) {
      this.#before = this.seconds();
      this.#since = this.#clock.steps;
    }
    this.#clock.advance(length);
  }
}

import { StepCounter } from './step-counter.ts';

/**
 * Measures simulated time. Equal steps are counted instead of added up, so that rounding errors don't accumulate. This
 * is a class because thousands of instances exist.
 */
export class Stopwatch {
  readonly #clock = new StepCounter();
  /** Total seconds of all steps that had earlier lengths. */
  #before = 0;
  /** The step count at which steps began to have the current length. */
  #since = 0;

  seconds(): number {
    return this.#before + this.#clock.toSeconds(this.#clock.steps - this.#since);
  }

  /** Advances by one step of the given length in seconds. */
  advance(length: number): void {
    if (length === 0) return;
    if (length !== this.#clock.stepSeconds) {
      this.#before = this.seconds();
      this.#since = this.#clock.steps;
    }
    this.#clock.advance(length);
  }
}

import { StepCounter } from './step-counter.ts';

/**
 * Measures simulated time. Equal steps are counted rather than added up, so that rounding errors don't accumulate. It
 * is a class because there are thousands of instances.
 */
export class Stopwatch {
  readonly #clock = new StepCounter();
  /** Seconds of all steps with earlier lengths. */
  #before = 0;
  /** The step count since which steps have the current length. */
  #since = 0;

  seconds(): number {
    return this.#before + this.#clock.toSeconds(this.#clock.steps - this.#since);
  }

  /** Advances by one step of this many seconds. */
  advance(length: number): void {
    if (length === 0) return;
    if (length !== this.#clock.stepSeconds) {
      this.#before = this.seconds();
      this.#since = this.#clock.steps;
    }
    this.#clock.advance(length);
  }
}

import { StepCounter } from './step-counter.ts';

/**
 * Simulated seconds that have passed since a moment. Equal steps are counted rather than added up, so that it does not drift
 * however long it runs. A class, because there are thousands of them.
 */
export class Stopwatch {
  readonly #clock = new StepCounter();
  /** Seconds in steps of other lengths than the present one. */
  #before = 0;
  /** The steps of its clock since which they have that length. */
  #since = 0;

  seconds(): number {
    return this.#before + this.#clock.toSeconds(this.#clock.steps - this.#since);
  }

  /** Lets a step of this many seconds pass. */
  advance(length: number): void {
    if (length === 0) return;
    if (length !== this.#clock.stepSeconds) {
      this.#before = this.seconds();
      this.#since = this.#clock.steps;
    }
    this.#clock.advance(length);
  }
}

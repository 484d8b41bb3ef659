/** Tolerance within which the inverse of a step's length is treated as a whole number of steps per second. */
const rateTolerance = 1e-12;

/** Returns how many steps of this length make up one second, or `undefined` when that number is not whole. */
const findStepRate = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < rateTolerance ? rate : undefined;
};

/** Counts steps instead of adding up their lengths, so that rounding errors don't accumulate. */
export class StepCounter {
  /** Number of steps so far. */
  steps = 0;
  /** Length of the last step in seconds. */
  stepSeconds = 0;
  #rate: number | undefined;

  /** Advances by one step of the given length in seconds. */
  advance(length: number): void {
    if (length !== this.stepSeconds) this.#rate = findStepRate(length);
    this.stepSeconds = length;
    this.steps += 1;
  }

  /** Returns the duration in seconds of the given number of steps, each as long as the last step. */
  toSeconds(steps: number): number {
    return this.#rate === undefined ? steps * this.stepSeconds : steps / this.#rate;
  }
}

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

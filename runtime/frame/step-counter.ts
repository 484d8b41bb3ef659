/** Tolerance for treating the inverse of a step as a whole number of steps per second. */
const rateTolerance = 1e-12;

/** Returns the number of steps of this length per second, if it is a whole number. */
const findStepRate = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < rateTolerance ? rate : undefined;
};

/** Counts steps rather than adding up their lengths, so that rounding errors don't accumulate. */
export class StepCounter {
  /** Number of steps so far. */
  steps = 0;
  /** Seconds of the last step. */
  stepSeconds = 0;
  #rate: number | undefined;

  /** Advances by one step of this many seconds. */
  advance(length: number): void {
    if (length !== this.stepSeconds) this.#rate = findStepRate(length);
    this.stepSeconds = length;
    this.steps += 1;
  }

  /** Returns the duration of this number of steps with the last length, in seconds. */
  toSeconds(steps: number): number {
    return this.#rate === undefined ? steps * this.stepSeconds : steps / this.#rate;
  }
}

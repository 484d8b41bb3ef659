/** Tolerance within which the inverse of a step counts as a whole number of steps per second. */
const rateTolerance = 1e-12;

/** Returns how many steps of this length make a second, when that is a whole number. */
const findStepRate = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < rateTolerance ? rate : undefined;
};

/** Counts steps instead of summing them, so that the time since one of them never drifts. */
export class StepCounter {
  /** Number of steps so far. */
  steps = 0;
  /** Seconds of the last step. */
  stepSeconds = 0;
  #rate: number | undefined;

  /** Advances by a step of this many seconds. */
  advance(length: number): void {
    if (length !== this.stepSeconds) this.#rate = findStepRate(length);
    this.stepSeconds = length;
    this.steps += 1;
  }

  /** Returns the seconds that this many steps of the last length take. */
  toSeconds(steps: number): number {
    return this.#rate === undefined ? steps * this.stepSeconds : steps / this.#rate;
  }
}

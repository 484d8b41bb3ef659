/** How near the inverse of a step is to a whole number of steps a second to be meant as one. */
const rateTolerance = 1e-12;

/** How many steps of a length make a second, where that is a whole number. */
const findStepRate = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < rateTolerance ? rate : undefined;
};

/** Counts steps rather than adding them up, so that the time since one of them does not drift however long it runs. */
export class StepCounter {
  /** Steps that have been taken. */
  steps = 0;
  /** Seconds of the last of them. */
  stepSeconds = 0;
  #rate: number | undefined;

  /** Lets a step of this many seconds pass. */
  advance(length: number): void {
    if (length !== this.stepSeconds) this.#rate = findStepRate(length);
    this.stepSeconds = length;
    this.steps += 1;
  }

  /** Seconds that so many steps as long as the last one take. */
  toSeconds(steps: number): number {
    return this.#rate === undefined ? steps * this.stepSeconds : steps / this.#rate;
  }
}

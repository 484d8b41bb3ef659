/** How near the inverse of a step is to a whole number of steps a second to be meant as one. */
const tolerance = 1e-12;

/** How many steps of a length make a second, where that is a whole number. */
const rateOf = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < tolerance ? rate : undefined;
};

/** Counts steps rather than adding them up, so that the time since one of them does not drift however long it runs. */
export class StepClock {
  /** Steps that have been taken. */
  steps = 0;
  /** Seconds of the last of them. */
  length = 0;
  #rate: number | undefined;

  /** Lets a step of this many seconds pass. */
  pass(length: number): void {
    if (length !== this.length) this.#rate = rateOf(length);
    this.length = length;
    this.steps += 1;
  }

  /** Seconds that so many steps as long as the last one take. */
  secondsOf(steps: number): number {
    return this.#rate === undefined ? steps * this.length : steps / this.#rate;
  }
}

/** How near the inverse of a step is to a whole number of steps a second to be meant as one. */
const tolerance = 1e-12;

/** How many steps of a length make a second, where that is a whole number. */
export const rateOf = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < tolerance ? rate : undefined;
};

/**
 * Simulated seconds that have passed since a moment. Equal steps are counted rather than added up, so that it does not drift
 * however long it runs. A class, because there are thousands of them.
 */
export class Stopwatch {
  /** Seconds in steps of other lengths than the present one. */
  #before = 0;
  #steps = 0;
  #step = 0;
  #rate: number | undefined;

  seconds(): number {
    return this.#before + (this.#rate === undefined ? this.#steps * this.#step : this.#steps / this.#rate);
  }

  /** Lets a step of this many seconds pass. */
  pass(length: number): void {
    if (length === 0) return;
    if (length !== this.#step) {
      this.#before = this.seconds();
      this.#steps = 0;
      this.#step = length;
      this.#rate = rateOf(length);
    }
    this.#steps += 1;
  }

  /** Begins again at 0. */
  restart(): void {
    this.#before = 0;
    this.#steps = 0;
  }
}

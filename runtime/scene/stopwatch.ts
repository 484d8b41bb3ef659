/** Simulated seconds that have passed since a moment. */
export interface Stopwatch {
  readonly seconds: number;
  /** Lets a step of this many seconds pass. */
  pass(step: number): void;
}

/** How near the inverse of a step is to a whole number of steps a second to be meant as one. */
const tolerance = 1e-12;

/** The length of so many equal steps; exact where a second is a whole number of them. */
const lengthOf = (steps: number, step: number): number => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < tolerance ? steps / rate : steps * step;
};

/** A stopwatch at 0. Equal steps are counted rather than added up, so that it does not drift however long it runs. */
export const createStopwatch = (): Stopwatch => {
  /** Seconds in steps of other lengths than the present one. */
  let before = 0;
  let steps = 0;
  let step = 0;
  return {
    get seconds() {
      return before + lengthOf(steps, step);
    },
    pass(length) {
      if (length === 0) return;
      if (length !== step) {
        before += lengthOf(steps, step);
        steps = 0;
        step = length;
      }
      steps += 1;
    },
  };
};

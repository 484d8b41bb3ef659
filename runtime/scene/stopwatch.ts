/** Simulated seconds that have passed since a moment. All of its kind share one shape: with accessors each would have its own. */
export interface Stopwatch {
  seconds(): number;
  /** Lets a step of this many seconds pass. */
  pass(step: number): void;
}

/** How near the inverse of a step is to a whole number of steps a second to be meant as one. */
const tolerance = 1e-12;

/** How many steps of a length make a second, where that is a whole number. */
const rateOf = (step: number): number | undefined => {
  const rate = Math.round(1 / step);
  return Math.abs(rate * step - 1) < tolerance ? rate : undefined;
};

/** A stopwatch at 0. Equal steps are counted rather than added up, so that it does not drift however long it runs. */
export const createStopwatch = (): Stopwatch => {
  /** Seconds in steps of other lengths than the present one. */
  let before = 0;
  let steps = 0;
  let step = 0;
  let rate: number | undefined;

  const seconds = (): number => before + (rate === undefined ? steps * step : steps / rate);

  return {
    seconds,
    pass(length) {
      if (length === 0) return;
      if (length !== step) {
        before = seconds();
        steps = 0;
        step = length;
        rate = rateOf(length);
      }
      steps += 1;
    },
  };
};

/** Maps seconds to positions along the timeline. */
export interface TimeScale {
  /** The times of the marks on the ruler, in seconds. */
  readonly marks: readonly number[];
  /** Returns a time's position, as a fraction of the width of the timeline. */
  toFraction(seconds: number): number;
}

/** The part of the width before the first second and after the last one. */
const margin = 0.04;
const markSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const maxMarks = 10;

/** Creates the scale of a timeline that shows at least the given number of seconds. */
export const createTimeScale = (seconds: number): TimeScale => {
  const step = markSteps.find((candidate) => seconds / candidate <= maxMarks) ?? seconds;
  const count = Math.max(1, Math.ceil(seconds / step));
  const span = count * step;
  return {
    marks: Array.from({ length: count + 1 }, (_, i) => i * step),
    toFraction: (time) => margin + (time / span) * (1 - 2 * margin),
  };
};

/** Formats a mark of the ruler, such as `0.5 s`. */
export const formatMark = (seconds: number): string => `${Number(seconds.toFixed(1))} s`;

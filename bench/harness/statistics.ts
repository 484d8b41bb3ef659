export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Median absolute deviation: a measure of spread that a single bad round does not change. */
  readonly mad: number;
}

const sortAscending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Returns the middle value, or the mean of the two middle values. Returns NaN for an empty series. */
export const median = (values: readonly number[]): number => {
  const sorted = sortAscending(values);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2;
};

/** Returns the mean. Returns NaN for an empty series. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the nearest-rank percentile: the value that the given share of the series does not exceed. Returns NaN for an
 * empty series.
 * @param share a number from 0 to 1, for instance 0.99
 */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = sortAscending(values);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
};

/** Summarizes a series of at least one value. */
export const summarize = (values: readonly number[]): Summary => {
  const middle = median(values);
  return {
    median: middle,
    min: Math.min(...values),
    max: Math.max(...values),
    mad: median(values.map((value) => Math.abs(value - middle))),
  };
};

/**
 * Divides two series round by round, which cancels out changes in the machine's speed. Returns an empty list when the
 * series have different numbers of rounds.
 */
export const getPairedRatios = (
  values: readonly number[],
  references: readonly number[],
): readonly number[] =>
  values.length === references.length ? values.map((value, i) => value / (references[i] as number)) : [];

/**
 * Compares a series with its reference round by round. A ratio above 1 is always better, regardless of whether higher
 * or lower values of the metric are better.
 */
export const getAdvantageRatios = (
  values: readonly number[],
  reference: readonly number[],
  better: 'higher' | 'lower',
): readonly number[] =>
  better === 'higher' ? getPairedRatios(values, reference) : getPairedRatios(reference, values);

/**
 * Ratios that apply to a normal distribution: standard deviation to median absolute deviation, and standard error of
 * the median to standard error of the mean.
 */
const standardDeviationsPerMad = 1.4826;
const medianToMeanErrorRatio = 1.2533;

/**
 * Estimates the relative uncertainty of the median: twice the standard error, estimated from the spread of rounds, or
 * half of the difference between starts if this half is larger. Returns NaN when there are too few rounds or the median
 * is 0.
 * @param starts the number of starts, whose equal numbers of rounds follow one another in `values`
 */
export const estimateUncertainty = (values: readonly number[], starts: number): number => {
  const { median: middle, mad } = summarize(values);
  if (values.length < 3 || middle === 0) return Number.NaN;
  const byRounds = (2 * medianToMeanErrorRatio * standardDeviationsPerMad * mad) / Math.sqrt(values.length);
  const length = Math.ceil(values.length / starts);
  const levels = Array.from({ length: starts }, (_, start) =>
    median(values.slice(start * length, (start + 1) * length)),
  );
  const byStarts = (Math.max(...levels) - Math.min(...levels)) / 2;
  return Math.max(byRounds, byStarts) / Math.abs(middle);
};

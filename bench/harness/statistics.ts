/** The few figures that a series of rounds is reduced to. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Median of the absolute distances from the median: the spread that one bad round cannot move. */
  readonly mad: number;
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The middle value, or the mean of the two middle ones; NaN for an empty series. */
export const median = (values: readonly number[]): number => {
  const sorted = ascending(values);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2;
};

/** NaN for an empty series. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The value that the given share of the series does not exceed, by nearest rank; NaN for an empty series.
 * @param share 0 to 1, for instance 0.99.
 */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = ascending(values);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
};

/** Reduces a series with at least one value. */
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
 * How many times the figures of one series are those of another, taken round by round: what the machine did meanwhile, it did
 * to both. NaN unless the series have as many rounds.
 */
export const pairedRatio = (values: readonly number[], others: readonly number[]): number =>
  values.length === others.length
    ? median(values.map((value, i) => value / (others[i] as number)))
    : Number.NaN;

/** How a series stands to its reference: above 1 is better, whichever direction the metric counts in. */
export const advantage = (
  values: readonly number[],
  reference: readonly number[],
  better: 'higher' | 'lower',
): number => (better === 'higher' ? pairedRatio(values, reference) : pairedRatio(reference, values));

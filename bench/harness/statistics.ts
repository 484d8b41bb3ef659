/** The few figures that a series of rounds is reduced to. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Median of the absolute distances from the median: the spread that one bad round cannot move. */
  readonly mad: number;
}

const sortAscending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The middle value, or the mean of the two middle ones; NaN for an empty series. */
export const median = (values: readonly number[]): number => {
  const sorted = sortAscending(values);
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
  const sorted = sortAscending(values);
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
 * How many times the figures of one series are those of another, round by round: what the machine did meanwhile, it did to both. Empty
 * unless the series have as many rounds.
 */
export const getPairedRatios = (values: readonly number[], others: readonly number[]): readonly number[] =>
  values.length === others.length ? values.map((value, i) => value / (others[i] as number)) : [];

/** How a series stands to its reference, round by round: above 1 is better, whichever direction the metric counts in. */
export const getAdvantageRatios = (
  values: readonly number[],
  reference: readonly number[],
  better: 'higher' | 'lower',
): readonly number[] =>
  better === 'higher' ? getPairedRatios(values, reference) : getPairedRatios(reference, values);

/** Of a normal distribution: its standard deviation in median absolute distances, and the standard error of its median in that of its mean. */
const standardDeviationsPerMad = 1.4826;
const medianToMeanErrorRatio = 1.2533;

/**
 * By how much the median of a series may be off, as a share of it: twice its standard error by what its rounds differ, or half of what its
 * starts differ by where that is more. NaN where there are too few rounds to tell, or the median is 0.
 * @param starts of as many rounds each, one after the other
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

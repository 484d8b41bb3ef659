import { formatCandidateLabel } from '../harness/candidate.ts';
import type { Metric } from '../harness/candidate.ts';
import type { CandidateResult, ComparisonResult, Measurement } from '../harness/bench-report.ts';

/** A comparison as strings: one heading row, and one row for each candidate. */
interface ComparisonTable {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The reasons why candidates have no metrics, one line for each candidate. */
  readonly remarks: readonly string[];
}

export const createComparisonTable = ({ metrics, candidates }: ComparisonResult): ComparisonTable => ({
  heading: ['', ...metrics.flatMap(formatMetricHeading)],
  rows: candidates.map((candidate) => [
    formatCandidateLabel(candidate),
    ...metrics.flatMap((metric) => formatMetricValues(candidate, metric)),
  ]),
  remarks: candidates.flatMap((candidate) =>
    candidate.outcome === 'measured'
      ? []
      : [`${formatCandidateLabel(candidate)} ${candidate.outcome}: ${candidate.reason}`],
  ),
});

/**
 * Formats the columns of one metric. A diagnostic metric has a single column. Any other metric also has its spread, and
 * a ratio unless it is erratic.
 */
const formatMetricColumns = <T>({ better, isErratic }: Metric, figure: T, spread: T, ratio: T): T[] => {
  if (better === undefined) return [figure];
  return isErratic ? [figure, spread] : [figure, spread, ratio];
};

const formatMetricHeading = (metric: Metric): string[] => {
  const { label, unit } = metric;
  return formatMetricColumns(metric, unit === '' ? label : `${label} ${unit}`, 'min–max', 'ratio');
};

const formatMetricValues = (candidate: CandidateResult, metric: Metric): string[] => {
  if (candidate.outcome !== 'measured') return formatMetricColumns(metric, candidate.outcome, '', '');
  const measurement = candidate.figures[metric.key];
  if (measurement === undefined) return formatMetricColumns(metric, '–', '', '');
  const { median, ratio, uncertainty } = measurement;
  return formatMetricColumns(
    metric,
    formatFigure(median),
    formatSpread(measurement),
    `${formatRatio(ratio)}${formatUncertainty(uncertainty)}`,
  );
};

const formatSpread = ({ min, max }: Measurement): string => `${formatFigure(min)}–${formatFigure(max)}`;

/** Formats a relative uncertainty as a suffix. Returns an empty string for an uncertainty below 1 %. */
export const formatUncertainty = (share = 0): string => {
  const percent = Math.round(share * 100);
  return percent > 0 ? ` ±${percent} %` : '';
};

export const formatRatio = (ratio: number | undefined): string =>
  ratio === undefined ? '–' : `${ratio.toFixed(2)}×`;

/** Formats a number with three significant digits and without an exponent. */
export const formatFigure = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
};

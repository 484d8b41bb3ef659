import { labelOf } from '../harness/candidate.ts';
import type { Metric } from '../harness/candidate.ts';
import type { CandidateResult, ComparisonResult, Measurement } from '../harness/report.ts';

/** A comparison as text: one heading row, one row for each candidate. */
interface Cells {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Why candidates have no figures, one line each. */
  readonly remarks: readonly string[];
}

export const cellsOf = ({ metrics, candidates }: ComparisonResult): Cells => ({
  heading: ['', ...metrics.flatMap(headingOf)],
  rows: candidates.map((candidate) => [
    labelOf(candidate),
    ...metrics.flatMap((metric) => valuesOf(candidate, metric)),
  ]),
  remarks: candidates.flatMap((candidate) =>
    candidate.outcome === 'measured'
      ? []
      : [`${labelOf(candidate)} ${candidate.outcome}: ${candidate.reason}`],
  ),
});

const headingOf = ({ label, unit, better }: Metric): string[] => {
  const name = unit === '' ? label : `${label} ${unit}`;
  return better === undefined ? [name] : [name, 'min–max', 'ratio'];
};

const valuesOf = (candidate: CandidateResult, { key, better }: Metric): string[] => {
  const measurement = candidate.outcome === 'measured' ? candidate.figures[key] : undefined;
  if (measurement === undefined) {
    const outcome = candidate.outcome === 'measured' ? '–' : candidate.outcome;
    return better === undefined ? [outcome] : [outcome, '', ''];
  }
  const middle = formatFigure(measurement.median);
  return better === undefined ? [middle] : [middle, spreadOf(measurement), formatRatio(measurement.ratio)];
};

const spreadOf = ({ min, max }: Measurement): string => `${formatFigure(min)}–${formatFigure(max)}`;

export const formatRatio = (ratio: number | undefined): string =>
  ratio === undefined ? '–' : `${ratio.toFixed(2)}×`;

/** Three significant digits, without an exponent. */
export const formatFigure = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
};

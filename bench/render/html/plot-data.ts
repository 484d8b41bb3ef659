import { formatCandidateLabel } from '../../harness/candidate.ts';
import type { Metric } from '../../harness/candidate.ts';
import type { GrowthResult } from '../../harness/growth-result.ts';
import type { CandidateResult, ComparisonResult } from '../../harness/bench-report.ts';

/** Medians of one metric with their spread, one bar for each candidate. */
interface BarPlot {
  readonly kind: 'bars';
  readonly title: string;
  readonly names: readonly string[];
  readonly roles: readonly CandidateResult['role'][];
  readonly medians: readonly number[];
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/** The cost of jobs in a growing project, with one curve for each job. A value is null where nothing was timed. */
interface CurvePlot {
  readonly kind: 'curves';
  readonly title: string;
  readonly sizes: readonly number[];
  readonly curves: readonly { readonly name: string; readonly ms: readonly (number | null)[] }[];
}

export type Plot = BarPlot | CurvePlot;

/** Creates a plot for each metric that has a better direction. */
export const createBarPlots = (comparison: ComparisonResult): Plot[] =>
  comparison.metrics
    .filter(({ better }) => better !== undefined)
    .map((metric) => createBarPlot(comparison, metric))
    .filter(({ names }) => names.length > 0);

const createBarPlot = ({ candidates }: ComparisonResult, { key, label, unit, better }: Metric): BarPlot => {
  const bars = candidates.flatMap((candidate) => {
    const figure = candidate.outcome === 'measured' ? candidate.figures[key] : undefined;
    return figure === undefined
      ? []
      : [{ name: formatCandidateLabel(candidate), role: candidate.role, ...figure }];
  });
  return {
    kind: 'bars',
    title: `${label}${unit === '' ? '' : `, ${unit}`} (${better} is better)`,
    names: bars.map(({ name }) => name),
    roles: bars.map(({ role }) => role),
    medians: bars.map(({ median }) => median),
    least: bars.map(({ min }) => min),
    most: bars.map(({ max }) => max),
  };
};

export const createGrowthPlot = ({ sizes, control, series }: GrowthResult): Plot => ({
  kind: 'curves',
  title: 'ms by nodes in the project',
  sizes,
  curves: [
    { name: 'GET health, the control', ms: control },
    ...series.map(({ label, ms }) => ({ name: label, ms })),
  ].map(
    // A logarithmic scale can't show zero.
    ({ name, ms }) => ({ name, ms: ms.map((value) => (value > 0 ? value : null)) }),
  ),
});

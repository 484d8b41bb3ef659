import { formatCandidateLabel } from '../harness/candidate.ts';
import type { Metric } from '../harness/candidate.ts';
import { getPaceChange } from '../harness/machine-pace.ts';
import type { MachinePace } from '../harness/machine-pace.ts';
import type { BenchReport, CandidateResult, ComparisonResult, Measurement } from '../harness/bench-report.ts';

/** The change in one metric of one candidate. */
export interface MetricChange {
  readonly candidate: string;
  readonly role: CandidateResult['role'];
  readonly metric: Metric;
  readonly before: Measurement;
  readonly after: Measurement;
  /**
   * Relative change in the ratio: 0.25 means that the ratio is better by a quarter. Absent when one of the reports has
   * no ratio, or has a ratio to another reference.
   */
  readonly change?: number;
  /**
   * Relative uncertainty of the change, from the spread of rounds in both reports. Absent when one of the reports has
   * only one or two rounds.
   */
  readonly uncertainty?: number;
  /** Present when the ratio has changed by more than the sum of the tolerance and the uncertainty. */
  readonly verdict?: 'better' | 'worse';
}

export interface ComparisonDiff {
  readonly id: string;
  readonly title: string;
  /**
   * For each workload, the time around this suite in the later report divided by the time in the earlier report. Absent
   * when one of the reports does not contain these times.
   */
  readonly pace?: MachinePace;
  readonly changes: readonly MetricChange[];
}

export interface ReportDiff {
  readonly before: BenchReport;
  readonly after: BenchReport;
  /** The share by which a ratio may change without receiving a verdict. */
  readonly tolerance: number;
  /**
   * For each workload, the time in the later report divided by the time in the earlier report: the median over all
   * suites that both reports contain with their times.
   */
  readonly pace?: MachinePace;
  readonly comparisons: readonly ComparisonDiff[];
  /** Everything that only the earlier report contains, one line each. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/**
 * Compares everything that both reports measured. Compares ratios rather than medians, because medians depend on the
 * machine and its state.
 * @param tolerance the share, such as 0.1, by which a ratio may change in addition to its uncertainty
 */
export const diffReports = (before: BenchReport, after: BenchReport, tolerance: number): ReportDiff => {
  const [olderComparisons, newerComparisons] = [indexComparisons(before), indexComparisons(after)];
  const pairs = pairSuitePaces(before, after);
  return {
    ...{ before, after, tolerance },
    ...(pairs.size > 0 && { pace: getPaceChange([...pairs.values()]) }),
    comparisons: after.suites.flatMap(({ id, comparisons }) => {
      const pacePair = pairs.get(id);
      return comparisons.flatMap((comparison): ComparisonDiff[] => {
        const olderComparison = olderComparisons.get(comparison.id);
        if (olderComparison === undefined) return [];
        return [
          {
            ...(pacePair && { pace: getPaceChange([pacePair]) }),
            ...diffComparison(olderComparison, comparison, tolerance),
          },
        ];
      });
    }),
    onlyBefore: listMissingComparisons(newerComparisons, olderComparisons),
    onlyAfter: listMissingComparisons(olderComparisons, newerComparisons),
  };
};

/** Returns the changes in target metrics whose ratio got worse. A slower peer is not a regression. */
export const listRegressions = ({ comparisons }: ReportDiff): readonly MetricChange[] =>
  comparisons
    .flatMap(({ changes }) => changes)
    .filter(({ role, verdict }) => role === 'target' && verdict === 'worse');

/** Returns the changes in target metrics that have too few rounds for a verdict, as after a run with `--quick`. */
export const listUndecidedChanges = ({ comparisons }: ReportDiff): readonly MetricChange[] =>
  comparisons
    .flatMap(({ changes }) => changes)
    .filter(
      ({ role, change, uncertainty }) =>
        role === 'target' && change !== undefined && uncertainty === undefined,
    );

/** Whether the reports contain ratios for targets, and all of these ratios have too few rounds. */
export const hasTooFewRounds = (changes: ReportDiff): boolean => {
  const ratios = changes.comparisons
    .flatMap(({ changes: rows }) => rows)
    .filter(({ role, change }) => role === 'target' && change !== undefined);
  return ratios.length > 0 && listUndecidedChanges(changes).length === ratios.length;
};

/** Pairs the paces of suites, keyed by suite id. Includes only suites whose pace is in both reports. */
const pairSuitePaces = (before: BenchReport, after: BenchReport) => {
  const olderPaces = new Map(before.suites.map(({ id, pace }) => [id, pace]));
  return new Map(
    after.suites.flatMap(({ id, pace }) => {
      const olderPace = olderPaces.get(id);
      return olderPace && pace ? [[id, { before: olderPace, after: pace }] as const] : [];
    }),
  );
};

type ComparisonsById = ReadonlyMap<string, ComparisonResult>;

const indexComparisons = ({ suites }: BenchReport): ComparisonsById =>
  new Map(suites.flatMap(({ comparisons }) => comparisons).map((comparison) => [comparison.id, comparison]));

const diffComparison = (
  olderComparison: ComparisonResult,
  { id, title, reference, metrics, candidates }: ComparisonResult,
  tolerance: number,
): ComparisonDiff => ({
  ...{ id, title },
  changes: candidates.flatMap((candidate) =>
    metrics.flatMap((metric): MetricChange[] => {
      const before = findMeasurement(findMatchingCandidate(candidate, olderComparison), metric);
      const after = findMeasurement(candidate, metric);
      if (before === undefined || after === undefined) return [];
      const { role } = candidate;
      const verdict = olderComparison.reference === reference ? evaluateChange(before, after, tolerance) : {};
      return [{ candidate: formatCandidateLabel(candidate), role, metric, before, after, ...verdict }];
    }),
  ),
});

const evaluateChange = (
  { ratio: before, uncertainty: uncertaintyBefore }: Measurement,
  { ratio: after, uncertainty: uncertaintyAfter }: Measurement,
  tolerance: number,
): Pick<MetricChange, 'change' | 'uncertainty' | 'verdict'> => {
  if (before === undefined || after === undefined) return {};
  const change = after / before - 1;
  // One or two rounds are too few to estimate the uncertainty.
  if (uncertaintyBefore === undefined || uncertaintyAfter === undefined) return { change };
  const uncertainty = uncertaintyBefore + uncertaintyAfter;
  if (Math.abs(change) <= tolerance + uncertainty) return { change, uncertainty };
  return { change, uncertainty, verdict: change > 0 ? 'better' : 'worse' };
};

const findMatchingCandidate = (
  { name, target }: CandidateResult,
  { candidates }: ComparisonResult,
): CandidateResult | undefined =>
  candidates.find((candidate) => candidate.name === name && candidate.target === target);

const findMeasurement = (candidate: CandidateResult | undefined, { key }: Metric): Measurement | undefined =>
  candidate?.outcome === 'measured' ? candidate.figures[key] : undefined;

/** Lists the comparisons of one report that the other report does not contain. */
const listMissingComparisons = (otherComparisons: ComparisonsById, comparisons: ComparisonsById): string[] =>
  [...comparisons.values()].flatMap((comparison) => {
    const counterpart = otherComparisons.get(comparison.id);
    if (counterpart === undefined) return [comparison.id];
    return comparison.candidates.flatMap((candidate) =>
      describeMissingCandidate(comparison, candidate, findMatchingCandidate(candidate, counterpart)),
    );
  });

const describeMissingCandidate = (
  { id, metrics }: ComparisonResult,
  candidate: CandidateResult,
  counterpart: CandidateResult | undefined,
): string[] => {
  if (candidate.outcome !== 'measured') return [];
  const name = `${id}: ${formatCandidateLabel(candidate)}`;
  if (counterpart === undefined) return [name];
  if (counterpart.outcome !== 'measured')
    return [`${name} (${counterpart.outcome} in the other: ${counterpart.reason})`];
  return metrics
    .filter((metric) => findMeasurement(candidate, metric) && !findMeasurement(counterpart, metric))
    .map(({ label, unit }) => `${name}, ${label} ${unit}`.trimEnd());
};

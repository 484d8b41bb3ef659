import { labelOf } from '../harness/candidate.ts';
import type { Metric } from '../harness/candidate.ts';
import type { BenchReport, CandidateResult, ComparisonResult, Measurement } from '../harness/report.ts';

/** What became of one figure. */
export interface Change {
  readonly candidate: string;
  readonly role: CandidateResult['role'];
  readonly metric: Metric;
  readonly before: Measurement;
  readonly after: Measurement;
  /** By how much the ratio changed, as a share: 0.25 is a quarter better. Absent where one of them has no ratio, or one to something else. */
  readonly change?: number;
  /** How much of that may be chance, by what the rounds of both differ. */
  readonly uncertainty?: number;
  /** Which way the ratio went, where that is more than is tolerated and may be chance together. */
  readonly verdict?: 'better' | 'worse';
}

export interface ComparisonChanges {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Two reports side by side. */
export interface ReportChanges {
  readonly before: BenchReport;
  readonly after: BenchReport;
  /** Share of a ratio. */
  readonly tolerance: number;
  readonly comparisons: readonly ComparisonChanges[];
  /** What was measured in one of them alone, one line each. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/**
 * Sets what both reports measured side by side. Ratios are compared, since machines and their moods are in the medians.
 * @param tolerance share of a ratio, such as 0.1, by which it may change unmarked, besides what may be chance
 */
export const changesBetween = (before: BenchReport, after: BenchReport, tolerance: number): ReportChanges => {
  const [older, newer] = [comparisonsOf(before), comparisonsOf(after)];
  return {
    ...{ before, after, tolerance },
    comparisons: [...newer.values()].flatMap((comparison) => {
      const old = older.get(comparison.id);
      return old === undefined ? [] : [changesIn(old, comparison, tolerance)];
    }),
    onlyBefore: missingIn(newer, older),
    onlyAfter: missingIn(older, newer),
  };
};

/** Ratios of targets that got worse; a peer that is slower than it was is nobody's loss. */
export const lossesIn = ({ comparisons }: ReportChanges): readonly Change[] =>
  comparisons
    .flatMap(({ changes }) => changes)
    .filter(({ role, verdict }) => role === 'target' && verdict === 'worse');

type Comparisons = ReadonlyMap<string, ComparisonResult>;

const comparisonsOf = ({ suites }: BenchReport): Comparisons =>
  new Map(suites.flatMap(({ comparisons }) => comparisons).map((comparison) => [comparison.id, comparison]));

const changesIn = (
  older: ComparisonResult,
  { id, title, reference, metrics, candidates }: ComparisonResult,
  tolerance: number,
): ComparisonChanges => ({
  ...{ id, title },
  changes: candidates.flatMap((candidate) =>
    metrics.flatMap((metric): Change[] => {
      const before = measurementOf(candidateLike(candidate, older), metric);
      const after = measurementOf(candidate, metric);
      if (before === undefined || after === undefined) return [];
      const { role } = candidate;
      const judgement = older.reference === reference ? judged(before, after, tolerance) : {};
      return [{ candidate: labelOf(candidate), role, metric, before, after, ...judgement }];
    }),
  ),
});

const judged = (
  { ratio: before, uncertainty: doubtBefore = 0 }: Measurement,
  { ratio: after, uncertainty: doubtAfter = 0 }: Measurement,
  tolerance: number,
): Pick<Change, 'change' | 'uncertainty' | 'verdict'> => {
  if (before === undefined || after === undefined) return {};
  const change = after / before - 1;
  const uncertainty = doubtBefore + doubtAfter;
  if (Math.abs(change) <= tolerance + uncertainty) return { change, uncertainty };
  return { change, uncertainty, verdict: change > 0 ? 'better' : 'worse' };
};

const candidateLike = (
  { name, target }: CandidateResult,
  { candidates }: ComparisonResult,
): CandidateResult | undefined => candidates.find((one) => one.name === name && one.target === target);

const measurementOf = (candidate: CandidateResult | undefined, { key }: Metric): Measurement | undefined =>
  candidate?.outcome === 'measured' ? candidate.figures[key] : undefined;

/** What was measured in a report and not in the other. */
const missingIn = (other: Comparisons, own: Comparisons): string[] =>
  [...own.values()].flatMap((comparison) => {
    const counterpart = other.get(comparison.id);
    if (counterpart === undefined) return [comparison.id];
    return comparison.candidates.flatMap((candidate) =>
      missingCandidate(comparison, candidate, candidateLike(candidate, counterpart)),
    );
  });

const missingCandidate = (
  { id, metrics }: ComparisonResult,
  candidate: CandidateResult,
  counterpart: CandidateResult | undefined,
): string[] => {
  if (candidate.outcome !== 'measured') return [];
  const name = `${id}: ${labelOf(candidate)}`;
  if (counterpart === undefined) return [name];
  if (counterpart.outcome !== 'measured')
    return [`${name} (${counterpart.outcome} in the other: ${counterpart.reason})`];
  return metrics
    .filter((metric) => measurementOf(candidate, metric) && !measurementOf(counterpart, metric))
    .map(({ label, unit }) => `${name}, ${label} ${unit}`.trimEnd());
};

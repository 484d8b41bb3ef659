import { labelOf } from '../harness/candidate.ts';
import type { Metric } from '../harness/candidate.ts';
import { paceChange } from '../harness/pace.ts';
import type { Pace } from '../harness/pace.ts';
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
  /** How much of that may be chance, by what the rounds of both differ. Absent where one has one or two rounds. */
  readonly uncertainty?: number;
  /** Which way the ratio went, where that is more than is tolerated and may be chance together. */
  readonly verdict?: 'better' | 'worse';
}

export interface ComparisonChanges {
  readonly id: string;
  readonly title: string;
  /** How many times as long the machine took for the same work around it. Absent where a report does not tell. */
  readonly pace?: Pace;
  readonly changes: readonly Change[];
}

/** Two reports side by side. */
export interface ReportChanges {
  readonly before: BenchReport;
  readonly after: BenchReport;
  /** Share of a ratio. */
  readonly tolerance: number;
  /** How many times as long the machine took for the same work, by the median of all suites of both. */
  readonly pace?: Pace;
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
  const pairs = pacesOfBoth(before, after);
  return {
    ...{ before, after, tolerance },
    ...(pairs.size > 0 && { pace: paceChange([...pairs.values()]) }),
    comparisons: after.suites.flatMap(({ id, comparisons }) => {
      const pair = pairs.get(id);
      return comparisons.flatMap((comparison): ComparisonChanges[] => {
        const old = older.get(comparison.id);
        if (old === undefined) return [];
        return [{ ...(pair && { pace: paceChange([pair]) }), ...changesIn(old, comparison, tolerance) }];
      });
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

/** Ratios of targets with too few rounds to say whether they changed, as those of `--quick`. */
export const unjudgedIn = ({ comparisons }: ReportChanges): readonly Change[] =>
  comparisons
    .flatMap(({ changes }) => changes)
    .filter(
      ({ role, change, uncertainty }) =>
        role === 'target' && change !== undefined && uncertainty === undefined,
    );

/** Whether there are ratios of targets, and all of them have too few rounds. */
export const isUnfit = (changes: ReportChanges): boolean => {
  const ratios = changes.comparisons
    .flatMap(({ changes: each }) => each)
    .filter(({ role, change }) => role === 'target' && change !== undefined);
  return ratios.length > 0 && unjudgedIn(changes).length === ratios.length;
};

/** By the ids of the suites whose pace both tell. */
const pacesOfBoth = (before: BenchReport, after: BenchReport) => {
  const older = new Map(before.suites.map(({ id, pace }) => [id, pace]));
  return new Map(
    after.suites.flatMap(({ id, pace }) => {
      const old = older.get(id);
      return old && pace ? [[id, { before: old, after: pace }] as const] : [];
    }),
  );
};

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
  { ratio: before, uncertainty: doubtBefore }: Measurement,
  { ratio: after, uncertainty: doubtAfter }: Measurement,
  tolerance: number,
): Pick<Change, 'change' | 'uncertainty' | 'verdict'> => {
  if (before === undefined || after === undefined) return {};
  const change = after / before - 1;
  // one or two rounds do not show what may be chance
  if (doubtBefore === undefined || doubtAfter === undefined) return { change };
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

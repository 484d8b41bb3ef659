import { isDisturbed } from './other-cpu.ts';
import { median, getPairedRatios, estimateUncertainty } from './statistics.ts';
import type { Goal } from '../performance-goals.ts';
import type { CandidateResult, ComparisonResult, GoalResult, SuiteResult } from './bench-report.ts';

/**
 * Compares every goal whose comparison ran with the measured figure.
 * @param checkedTarget the target whose figures are checked, when several were measured
 */
export const checkGoals = (
  goals: readonly Goal[],
  suites: readonly SuiteResult[],
  checkedTarget?: string,
): GoalResult[] => {
  const suitesByComparison = new Map(
    suites.flatMap((suite) => suite.comparisons.map((comparison) => [comparison.id, { suite, comparison }])),
  );
  return goals.flatMap((goal): GoalResult[] => {
    const found = suitesByComparison.get(goal.comparison);
    if (found === undefined) return [];
    const { missedBy, ...result } = checkGoal(goal, found.comparison, checkedTarget);
    if (result.outcome !== 'not measured' && isDisturbed(found.suite.otherCores))
      return [{ ...result, outcome: 'not judged' }];
    return [{ ...result, ...(missedBy !== undefined && { missedBy }) }];
  });
};

const checkGoal = (
  goal: Goal,
  { candidates }: ComparisonResult,
  checkedTarget: string | undefined,
): GoalResult => {
  const { candidate, against, metric, bound, value } = goal;
  const applicable = candidates.filter(({ target }) => target === undefined || target === checkedTarget);
  const measuredRounds = listRoundValues(applicable, candidate, metric);
  const rounds =
    against === undefined
      ? measuredRounds.values
      : getPairedRatios(measuredRounds.values, listRoundValues(applicable, against, metric).values);
  const measured = median(rounds);
  if (!Number.isFinite(measured)) return { ...goal, outcome: 'not measured' };
  const uncertainty = estimateUncertainty(rounds, measuredRounds.starts);
  const checked = { ...goal, measured, ...(!Number.isNaN(uncertainty) && { uncertainty }) };
  const missedBy = bound === 'at least' ? value / measured : measured / value;
  if (missedBy <= 1) return { ...checked, outcome: 'reached' };
  return { ...checked, outcome: missedBy - 1 <= uncertainty ? 'undecided' : 'missed', missedBy };
};

/** Returns the values of one metric in every round of all starts, or an empty list when the metric was not measured. */
const listRoundValues = (
  candidates: readonly CandidateResult[],
  name: string,
  metric: string,
): { readonly values: readonly number[]; readonly starts: number } => {
  const match = candidates.find((candidate) => candidate.name === name);
  if (match?.outcome !== 'measured') return { values: [], starts: 1 };
  return { values: match.figures[metric]?.values ?? [], starts: match.starts ?? 1 };
};

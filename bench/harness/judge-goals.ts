import { median, pairedRatios, uncertaintyOf } from './statistics.ts';
import type { Goal } from '../goals.ts';
import type { CandidateResult, ComparisonResult, GoalResult, SuiteResult } from './report.ts';

/**
 * Sets every goal whose comparison ran beside its figure.
 * @param judged whose figures count, where several targets were measured
 */
export const judgeGoals = (
  goals: readonly Goal[],
  suites: readonly SuiteResult[],
  judged?: string,
): GoalResult[] => {
  const comparisons = new Map(suites.flatMap((suite) => suite.comparisons).map((c) => [c.id, c]));
  return goals.flatMap((goal) => {
    const comparison = comparisons.get(goal.comparison);
    return comparison === undefined ? [] : [judge(goal, comparison, judged)];
  });
};

const judge = (goal: Goal, { candidates }: ComparisonResult, judged: string | undefined): GoalResult => {
  const { candidate, against, metric, bound, value } = goal;
  const entrants = candidates.filter(({ target }) => target === undefined || target === judged);
  const own = roundsOf(entrants, candidate, metric);
  const rounds =
    against === undefined ? own.values : pairedRatios(own.values, roundsOf(entrants, against, metric).values);
  const measured = median(rounds);
  if (!Number.isFinite(measured)) return { ...goal, outcome: 'not measured' };
  const uncertainty = uncertaintyOf(rounds, own.starts);
  const found = { ...goal, measured, ...(!Number.isNaN(uncertainty) && { uncertainty }) };
  const missedBy = bound === 'at least' ? value / measured : measured / value;
  return missedBy > 1 ? { ...found, outcome: 'missed', missedBy } : { ...found, outcome: 'reached' };
};

/** One metric in each round of all starts; empty when it was not measured. */
const roundsOf = (
  candidates: readonly CandidateResult[],
  name: string,
  metric: string,
): { readonly values: readonly number[]; readonly starts: number } => {
  const found = candidates.find((candidate) => candidate.name === name);
  if (found?.outcome !== 'measured') return { values: [], starts: 1 };
  return { values: found.figures[metric]?.values ?? [], starts: found.starts ?? 1 };
};

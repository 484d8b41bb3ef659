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
  const own = figureOf(entrants, candidate, metric);
  const unit = against === undefined ? 1 : figureOf(entrants, against, metric);
  const measured = own / unit;
  if (!Number.isFinite(measured)) return { ...goal, outcome: 'not measured' };
  const missedBy = bound === 'at least' ? value / measured : measured / value;
  return missedBy > 1
    ? { ...goal, outcome: 'missed', measured, missedBy }
    : { ...goal, outcome: 'reached', measured };
};

/** The median of one metric; NaN when there is none. */
const figureOf = (candidates: readonly CandidateResult[], name: string, metric: string): number => {
  const found = candidates.find((candidate) => candidate.name === name);
  return found?.outcome === 'measured' ? (found.figures[metric]?.median ?? Number.NaN) : Number.NaN;
};

import type { Goal } from '../goals.ts';
import type { ComparisonResult, GoalResult, SuiteResult } from './report.ts';

/** Sets every goal whose comparison ran beside its figure. */
export const judgeGoals = (goals: readonly Goal[], suites: readonly SuiteResult[]): GoalResult[] => {
  const comparisons = new Map(suites.flatMap((suite) => suite.comparisons).map((c) => [c.id, c]));
  return goals.flatMap((goal) => {
    const comparison = comparisons.get(goal.comparison);
    return comparison === undefined ? [] : [judge(goal, comparison)];
  });
};

const judge = (goal: Goal, comparison: ComparisonResult): GoalResult => {
  const { candidate, against, metric, bound, value } = goal;
  const own = figureOf(comparison, candidate, metric);
  const unit = against === undefined ? 1 : figureOf(comparison, against, metric);
  const measured = own / unit;
  if (!Number.isFinite(measured)) return { ...goal, outcome: 'not measured' };
  const missedBy = bound === 'at least' ? value / measured : measured / value;
  return missedBy > 1
    ? { ...goal, outcome: 'missed', measured, missedBy }
    : { ...goal, outcome: 'reached', measured };
};

/** The median of one metric; NaN when there is none. */
const figureOf = ({ candidates }: ComparisonResult, name: string, metric: string): number => {
  const found = candidates.find((candidate) => candidate.name === name);
  return found?.outcome === 'measured' ? (found.figures[metric]?.median ?? Number.NaN) : Number.NaN;
};

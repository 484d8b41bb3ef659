import { type BenchReport, listFailures } from '../harness/bench-report.ts';

interface BenchVerdict {
  readonly verdict: string;
  readonly detail: string;
  readonly tone: 'good' | 'bad' | 'open';
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Counts the goals of a report by outcome. */
export const countGoals = ({ goals }: BenchReport) => {
  const count = (expected: (typeof goals)[number]['outcome']): number =>
    goals.filter(({ outcome }) => outcome === expected).length;
  return {
    reached: count('reached'),
    missed: count('missed'),
    undecided: count('undecided'),
    unjudged: count('not judged'),
    unmeasured: count('not measured'),
  };
};

/** Summarizes a report in one line and one sentence. */
export const createBenchVerdict = (report: BenchReport): BenchVerdict => {
  const { reached, missed, undecided, unjudged, unmeasured } = countGoals(report);
  const checked = reached + missed;
  const failures = listFailures(report).length;
  const comparisons = report.suites.flatMap((suite) => [...suite.comparisons, ...suite.growth]).length;
  const detail = [
    `${formatCount(comparisons, 'comparison')} in ${formatCount(report.suites.length, 'suite')}.`,
    ...(undecided > 0
      ? [
          `${formatCount(undecided, 'goal')} undecided, because rounds differ by more than the goal is missed.`,
        ]
      : []),
    ...(unjudged > 0
      ? [`${formatCount(unjudged, 'goal')} not judged, because the machine was not quiet.`]
      : []),
    ...(unmeasured > 0 ? [`${formatCount(unmeasured, 'goal')} not measured.`] : []),
    ...(failures > 0 ? [`${formatCount(failures, 'measurement')} failed.`] : []),
    ...(report.quick ? ['A quick run shows that everything runs, not how fast. It checks no goal.'] : []),
  ].join(' ');
  if (missed > 0)
    return { verdict: `${missed} of ${formatCount(checked, 'goal')} missed`, detail, tone: 'bad' };
  if (failures > 0) return { verdict: 'Not everything was measured', detail, tone: 'bad' };
  if (checked > 0) return { verdict: `All ${formatCount(checked, 'goal')} reached`, detail, tone: 'good' };
  return { verdict: report.quick ? 'Quick run' : 'Measured', detail, tone: 'open' };
};

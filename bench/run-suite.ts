import { getItemAt } from './harness/get-item-at.ts';
import { startChild } from './child/child-process.ts';
import { formatErrorLine } from './harness/candidate.ts';
import { summarizeRuns, mergeRuns, runComparison } from './harness/run-comparison.ts';
import { type BenchPlan, splitPlanByStarts } from './harness/bench-plan.ts';
import type { ChildProcessHandle } from './child/child-process.ts';
import type { ChildRoleName } from './child/roles.ts';
import type { Comparison } from './harness/candidate.ts';
import type { CandidateRun } from './harness/run-comparison.ts';
import type { GrowthResult } from './harness/growth-result.ts';
import type { SuiteResult } from './harness/bench-report.ts';
import type { Suite, SuiteContext } from './suites/suite.ts';
import type { Target } from './target/target.ts';

/** A comparison, and the runs of its candidates so far. */
interface ComparisonRuns {
  readonly comparison: Comparison;
  readonly runs: readonly CandidateRun[];
}

/**
 * Runs a suite once for each start, and summarizes the rounds of all starts together.
 * @param targetsAt a function that returns the targets of a start, counted from 0
 */
export const runSuite = async (
  suite: Suite,
  { plan, peers, cores }: Pick<SuiteContext, 'plan' | 'peers' | 'cores'>,
  onProgress: (line: string) => void,
  targetsAt: (start: number) => Promise<readonly Target[]>,
): Promise<SuiteResult> => {
  const { id, title } = suite;
  const starts = plan.quick ? 1 : (suite.starts ?? 1);
  const runsById = new Map<string, ComparisonRuns>();
  const growth: GrowthResult[] = [];
  const startedAt = performance.now();
  let failure: string | undefined;

  const compareAt =
    (start: number, startPlan: BenchPlan): SuiteContext['compare'] =>
    async (comparison) => {
      const { rounds, warmUpMs, maxWarmUpMs, longRounds, deadlineMs } = startPlan;
      const budget = {
        ...{ rounds: comparison.isLong ? longRounds : rounds, deadlineMs },
        ...(!comparison.isLong && !comparison.isWarm && { warmUpMs, maxWarmUpMs }),
      };
      const newRuns = await runComparison(comparison, budget, (name, warmUp) => {
        const details = [...(starts > 1 ? [`start ${start + 1}`] : []), ...(warmUp ? ['warm-up'] : [])];
        onProgress(`${comparison.id}: ${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}`);
      });
      const previous = runsById.get(comparison.id);
      runsById.set(comparison.id, {
        comparison,
        runs: previous ? mergeRuns(previous.runs, newRuns) : newRuns,
      });
    };
  const runOnce = async (start: number): Promise<void> => {
    const targets = await targetsAt(start);
    const target = getItemAt(targets, 0);
    const startPlan = starts > 1 ? splitPlanByStarts(plan, starts) : plan;
    const children: ChildProcessHandle<ChildRoleName>[] = [];
    try {
      await suite.run({
        ...{ targets, target, plan: startPlan, peers, cores },
        start: (role) => {
          const child = startChild(role, cores);
          children.push(child as ChildProcessHandle<ChildRoleName>);
          return child;
        },
        compare: compareAt(start, startPlan),
        addGrowth: (result) => growth.push(result),
        reportProgress: (line) => onProgress(`${id}: ${line}`),
      });
    } finally {
      await Promise.all(children.map((child) => child.stop()));
    }
  };

  try {
    for (let start = 0; start < starts; start += 1) await runOnce(start);
  } catch (error) {
    failure = formatErrorLine(error);
  }
  const durationMs = Math.round(performance.now() - startedAt);
  onProgress(`${id}: ended after ${Math.ceil(durationMs / 1000)} s`);
  const comparisons = [...runsById.values()].map(({ comparison, runs }) => summarizeRuns(comparison, runs));
  return { id, title, durationMs, ...(failure !== undefined && { failure }), comparisons, growth };
};

import { startChild } from './child/child-process.ts';
import { messageOf } from './harness/candidate.ts';
import { conclude, continued, race } from './harness/compare.ts';
import { type Plan, planOfEachStart } from './harness/plan.ts';
import type { Child } from './child/child-process.ts';
import type { RoleName } from './child/roles.ts';
import type { Comparison } from './harness/candidate.ts';
import type { Course } from './harness/compare.ts';
import type { GrowthResult } from './harness/growth.ts';
import type { SuiteResult } from './harness/report.ts';
import type { Suite, SuiteContext } from './suites/suite.ts';
import type { Target } from './target/target.ts';

/** A comparison, and what its candidates have come to so far. */
interface Raced {
  readonly comparison: Comparison;
  readonly courses: readonly Course[];
}

/**
 * Runs a suite as often as its processes are started, and reduces all rounds together.
 * @param targetsAt those under test in a start, the first of which is 0
 */
export const runSuite = async (
  suite: Suite,
  { plan, peers, cores }: Pick<SuiteContext, 'plan' | 'peers' | 'cores'>,
  onProgress: (line: string) => void,
  targetsAt: (start: number) => Promise<readonly Target[]>,
): Promise<SuiteResult> => {
  const { id, title } = suite;
  const starts = plan.quick ? 1 : (suite.starts ?? 1);
  const raced = new Map<string, Raced>();
  const growth: GrowthResult[] = [];
  const began = performance.now();
  let failure: string | undefined;

  const compareAt =
    (start: number, ownPlan: Plan): SuiteContext['compare'] =>
    async (comparison) => {
      const { rounds, warmUpMs, longRounds, deadlineMs } = ownPlan;
      const usual = {
        ...{ rounds: comparison.isLong ? longRounds : rounds, deadlineMs },
        ...(!comparison.isLong && !comparison.isWarm && { warmUpMs }),
      };
      const courses = await race(comparison, usual, (name, warmUp) => {
        const facts = [...(starts > 1 ? [`start ${start + 1}`] : []), ...(warmUp ? ['warm-up'] : [])];
        onProgress(`${comparison.id}: ${name}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`);
      });
      const before = raced.get(comparison.id);
      raced.set(comparison.id, {
        comparison,
        courses: before ? continued(before.courses, courses) : courses,
      });
    };
  const runOnce = async (start: number): Promise<void> => {
    const targets = await targetsAt(start);
    // biome-ignore lint/style/noNonNullAssertion: whoever runs a suite has a target
    const target = targets[0]!;
    const ownPlan = starts > 1 ? planOfEachStart(plan, starts) : plan;
    const children: Child<RoleName>[] = [];
    try {
      await suite.run({
        ...{ targets, target, plan: ownPlan, peers, cores },
        start: (role) => {
          const child = startChild(role, cores);
          children.push(child as Child<RoleName>);
          return child;
        },
        compare: compareAt(start, ownPlan),
        grow: (result) => growth.push(result),
        tell: (line) => onProgress(`${id}: ${line}`),
      });
    } finally {
      await Promise.all(children.map((child) => child.stop()));
    }
  };

  try {
    for (let start = 0; start < starts; start += 1) await runOnce(start);
  } catch (error) {
    failure = messageOf(error);
  }
  const durationMs = Math.round(performance.now() - began);
  onProgress(`${id}: ended after ${Math.ceil(durationMs / 1000)} s`);
  const comparisons = [...raced.values()].map(({ comparison, courses }) => conclude(comparison, courses));
  return { id, title, durationMs, ...(failure !== undefined && { failure }), comparisons, growth };
};

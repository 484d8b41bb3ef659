import type { Comparison } from '../harness/candidate.ts';
import type { GrowthResult } from '../harness/growth-result.ts';
import type { CoreAssignment } from '../harness/cpu-cores.ts';
import type { BenchPlan } from '../harness/bench-plan.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { ChildRoleName } from '../child/roles.ts';
import type { Target } from '../target/target.ts';

/** The environment that a suite works with. Its child processes end with the suite. */
export interface SuiteContext {
  /** The targets, at least one. All of them do the same jobs. */
  readonly targets: readonly Target[];
  /** The first target. The baselines return the same responses as this target. */
  readonly target: Target;
  readonly plan: BenchPlan;
  /** Whether peers are measured too. */
  readonly peers: boolean;
  /** The cores to which measured processes and load generators are pinned; when absent, nothing is pinned. */
  readonly cores?: CoreAssignment | undefined;
  start<N extends ChildRoleName>(role: N): ChildProcessHandle<N>;
  /** Runs one comparison and adds its result to the report. */
  compare(comparison: Comparison): Promise<void>;
  addGrowth(result: GrowthResult): void;
  reportProgress(line: string): void;
}

/** A group of comparisons about one job of the service. */
export interface Suite {
  readonly id: string;
  readonly title: string;
  /**
   * How often the suite's processes are started; 1 when absent. V8 compiles code and lays out the heap differently in
   * each process. This changes the CPU time of short jobs between starts, mostly by 1 to 10 %, even after warm-up.
   */
  readonly starts?: number;
  /** Whether processes are left unpinned, because the suite measures timing and the scheduler is part of the timing. */
  readonly isUnpinned?: true;
  /** @throws Error when the target can't be prepared; the results of earlier comparisons are kept */
  run(context: SuiteContext): Promise<void>;
}

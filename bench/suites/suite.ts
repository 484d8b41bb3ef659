import type { Comparison } from '../harness/candidate.ts';
import type { GrowthResult } from '../harness/growth-result.ts';
import type { CoreAssignment } from '../harness/cpu-cores.ts';
import type { BenchPlan } from '../harness/bench-plan.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { ChildRoleName } from '../child/roles.ts';
import type { Target } from '../target/target.ts';

/** What a suite works with. Children that it starts end with it. */
export interface SuiteContext {
  /** Who all do the same jobs, at least one. */
  readonly targets: readonly Target[];
  /** The first target, whose responses the baselines repeat. */
  readonly target: Target;
  readonly plan: BenchPlan;
  /** Whether other libraries are measured too. */
  readonly peers: boolean;
  /** Where those that are measured, and those that cause load, are kept; anywhere when absent. */
  readonly cores?: CoreAssignment | undefined;
  start<N extends ChildRoleName>(role: N): ChildProcessHandle<N>;
  /** Races the candidates of one comparison and keeps the result. */
  compare(comparison: Comparison): Promise<void>;
  /** Keeps how jobs grow. */
  addGrowth(result: GrowthResult): void;
  /** Says what happens now. */
  reportProgress(line: string): void;
}

/** A group of comparisons about one job of the service. */
export interface Suite {
  readonly id: string;
  readonly title: string;
  /**
   * How often its processes are started; once when absent. How V8 compiles a process, and lays out its heap, makes the CPU of short jobs
   * differ between starts, also when all is compiled that is going to be: mostly by 1 to 10 %.
   */
  readonly starts?: number;
  /**
   * Whether nothing is kept on a core, because when things happen is what is watched, and the scheduler's part in it belongs to it.
   */
  readonly isUnpinned?: true;
  /** @throws Error when the target cannot be prepared; comparisons made before it are kept. */
  run(context: SuiteContext): Promise<void>;
}

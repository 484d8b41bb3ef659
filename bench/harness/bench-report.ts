import { formatCandidateLabel } from './candidate.ts';
import type { Metric } from './candidate.ts';
import type { Goal } from '../performance-goals.ts';
import type { GrowthResult } from './growth-result.ts';
import type { Machine } from './describe-machine.ts';
import type { MachinePace } from './machine-pace.ts';
import type { Summary } from './statistics.ts';

/** Incremented when a reader of older reports would misread a newer one. */
export const benchReportVersion = 4;

/** One metric of one candidate over all rounds. */
export interface Measurement extends Summary {
  /** One value for each counted round. */
  readonly values: readonly number[];
  /**
   * Median of the ratios to the reference in the same round; above 1 is better. Absent when the reference was not
   * measured.
   */
  readonly ratio?: number;
  /**
   * Relative uncertainty of the ratio, estimated from the differences between rounds and starts. Absent with one or two
   * rounds.
   */
  readonly uncertainty?: number;
}

interface CandidateIdentity {
  readonly name: string;
  readonly role: 'target' | 'floor' | 'peer';
  /** The target of this candidate, when several targets were measured. */
  readonly target?: string;
}

/**
 * Either metrics or the reason why there are none, never both. A peer may not be installed, and a target may reject a
 * whole comparison.
 */
export type CandidateResult = CandidateIdentity &
  (
    | {
        readonly outcome: 'measured';
        readonly rounds: number;
        /** How many starts contributed rounds; one when absent. */
        readonly starts?: number;
        readonly figures: Readonly<Record<string, Measurement>>;
      }
    | { readonly outcome: 'failed' | 'absent'; readonly reason: string }
  );

export interface ComparisonResult {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly reference: string;
  readonly metrics: readonly Metric[];
  readonly candidates: readonly CandidateResult[];
}

export interface SuiteResult {
  readonly id: string;
  readonly title: string;
  /** Present when the suite could not be prepared at all. */
  readonly failure?: string;
  /** Absent in reports from before it was measured. */
  readonly durationMs?: number;
  /** How fast the machine was before and after the suite. Absent in older reports. */
  readonly pace?: MachinePace;
  readonly comparisons: readonly ComparisonResult[];
  readonly growth: readonly GrowthResult[];
}

export interface GoalResult extends Goal {
  readonly outcome: 'reached' | 'missed' | 'not measured';
  /** In the same terms as the value of the goal: a multiple of another candidate's figure, or the figure itself. */
  readonly measured?: number;
  /** Relative uncertainty of `measured`. Absent with one or two rounds. */
  readonly uncertainty?: number;
  /** The factor by which the goal is missed: 1.25 means a quarter too slow or too much. */
  readonly missedBy?: number;
}

/** All results of one run, as written to `bench.json`. */
export interface BenchReport {
  readonly format: 'scene-runtime-bench';
  readonly version: typeof benchReportVersion;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly quick: boolean;
  readonly machine: Machine;
  /** The measured targets. Goals are checked for the first of them. */
  readonly targets: readonly { readonly url: string; readonly apiVersion?: string }[];
  readonly suites: readonly SuiteResult[];
  /** Measured values compared with the goals; empty in a quick run. */
  readonly goals: readonly GoalResult[];
}

/** Lists everything that could not be measured, one line each. */
export const listFailures = (report: BenchReport): string[] =>
  report.suites.flatMap((suite) => [
    ...(suite.failure === undefined ? [] : [`${suite.id}: ${suite.failure}`]),
    ...suite.comparisons.flatMap((comparison) =>
      comparison.candidates.flatMap((candidate) =>
        candidate.outcome === 'failed'
          ? [`${comparison.id}: ${formatCandidateLabel(candidate)}: ${candidate.reason}`]
          : [],
      ),
    ),
  ]);

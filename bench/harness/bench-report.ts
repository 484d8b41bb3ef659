import { formatCandidateLabel } from './candidate.ts';
import type { Metric } from './candidate.ts';
import type { Goal } from '../performance-goals.ts';
import type { GrowthResult } from './growth-result.ts';
import type { Machine } from './describe-machine.ts';
import type { MachinePace } from './machine-pace.ts';
import type { Summary } from './statistics.ts';

/** Incremented when a program that reads older reports would misread newer ones. */
export const benchReportVersion = 4;

/** One metric of one candidate, summarized over all rounds. */
export interface Measurement extends Summary {
  /** One value for each counted round. */
  readonly values: readonly number[];
  /**
   * Median of the round-by-round ratios to the reference; above 1 is better. Absent when the reference was not
   * measured.
   */
  readonly ratio?: number;
  /**
   * Relative uncertainty of the ratio, estimated from the differences between rounds and starts. Absent when there are
   * only one or two rounds.
   */
  readonly uncertainty?: number;
}

interface CandidateIdentity {
  readonly name: string;
  readonly role: 'target' | 'floor' | 'peer';
  /** The target that this candidate belongs to, when several targets were measured. */
  readonly target?: string;
}

/**
 * Either metrics or the reason why there are none, never both. For example, a peer may not be installed, or a target
 * may reject everything in a comparison.
 */
export type CandidateResult = CandidateIdentity &
  (
    | {
        readonly outcome: 'measured';
        readonly rounds: number;
        /** The number of starts that contributed rounds; 1 when absent. */
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
  /** Why the suite could not be prepared; present only in that case. */
  readonly failure?: string;
  /** Duration of the suite in milliseconds. Absent in reports that were written before durations were recorded. */
  readonly durationMs?: number;
  /** The machine's speed before and after the suite. Absent in older reports. */
  readonly pace?: MachinePace;
  /**
   * Average number of cores that other processes used during the suite. Absent when the operating system does not
   * report it, and in older reports.
   */
  readonly otherCores?: number;
  readonly comparisons: readonly ComparisonResult[];
  readonly growth: readonly GrowthResult[];
}

export interface GoalResult extends Goal {
  /**
   * `undecided` means that the goal is missed by less than the uncertainty, and `not judged` that other processes
   * disturbed the measurement.
   */
  readonly outcome: 'reached' | 'missed' | 'undecided' | 'not judged' | 'not measured';
  /**
   * The measured value in the same terms as the goal's value: either a multiple of another candidate's figure, or the
   * figure itself.
   */
  readonly measured?: number;
  /** Relative uncertainty of `measured`. Absent when there are only one or two rounds. */
  readonly uncertainty?: number;
  /** The factor by which the goal is missed: 1.25 means that the measured value is a quarter too slow or too large. */
  readonly missedBy?: number;
}

/** All results of one run, as written to `bench.json`. */
export interface BenchReport {
  readonly format: 'scene-runtime-bench';
  readonly version: typeof benchReportVersion;
  /** Start time as an ISO 8601 string in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly quick: boolean;
  readonly machine: Machine;
  /** The measured targets. Goals are checked for the first target only. */
  readonly targets: readonly { readonly url: string; readonly apiVersion?: string }[];
  readonly suites: readonly SuiteResult[];
  /** Measured values compared with the goals; empty after a quick run. */
  readonly goals: readonly GoalResult[];
}

/** Lists everything that could not be measured, one line for each failure. */
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

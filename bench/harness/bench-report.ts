import { formatCandidateLabel } from './candidate.ts';
import type { Metric } from './candidate.ts';
import type { Goal } from '../performance-goals.ts';
import type { GrowthResult } from './growth-result.ts';
import type { Machine } from './describe-machine.ts';
import type { MachinePace } from './machine-pace.ts';
import type { Summary } from './statistics.ts';

/** Grows when a reader of older reports would misread a newer one. */
export const benchReportVersion = 4;

/** A metric of one candidate over all rounds. */
export interface Measurement extends Summary {
  /** That of each round. */
  readonly values: readonly number[];
  /** Against the reference, the median of that of each round; above 1 is better. Absent without a measured reference. */
  readonly ratio?: number;
  /** By how much the ratio may be off, as a share of it, by what its rounds and starts differ. Absent of one or two rounds. */
  readonly uncertainty?: number;
}

interface CandidateIdentity {
  readonly name: string;
  readonly role: 'target' | 'floor' | 'peer';
  /** Whose job it was, where several targets were measured. */
  readonly target?: string;
}

/** Either figures or the reason why there are none: never both. A peer may be absent, and a whole comparison that the target refuses. */
export type CandidateResult = CandidateIdentity &
  (
    | {
        readonly outcome: 'measured';
        readonly rounds: number;
        /** Of how many starts they are; of one when absent. */
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
  /** Absent in reports of before it was told. */
  readonly durationMs?: number;
  /** How fast the machine was around it. Absent in reports of before it was told. */
  readonly pace?: MachinePace;
  readonly comparisons: readonly ComparisonResult[];
  readonly growth: readonly GrowthResult[];
}

/** A goal beside what was measured. */
export interface GoalResult extends Goal {
  readonly outcome: 'reached' | 'missed' | 'not measured';
  /** In the terms of the goal's value: a multiple of the other figure, or the figure itself. */
  readonly measured?: number;
  /** By how much that may be off, as a share of it. Absent of one or two rounds. */
  readonly uncertainty?: number;
  /** How far a missed goal is away: 1.25 is a quarter too slow or too much. */
  readonly missedBy?: number;
}

/** Everything that one run found, as written to `bench.json`. */
export interface BenchReport {
  readonly format: 'scene-runtime-bench';
  readonly version: typeof benchReportVersion;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly quick: boolean;
  readonly machine: Machine;
  /** What was measured; goals are judged for the first of them. */
  readonly targets: readonly { readonly url: string; readonly apiVersion?: string }[];
  readonly suites: readonly SuiteResult[];
  /** How what was measured stands to what is aimed at; nothing in a quick run. */
  readonly goals: readonly GoalResult[];
}

/** Everything that could not be measured, one line each. */
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

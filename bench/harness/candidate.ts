/** Values of one round, by the key of their metric. */
export type RoundMetrics = Readonly<Record<string, number>>;

/** A column of a comparison: one quantity that every candidate reports. */
export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Absent for a diagnostic metric, which gets no ratio. */
  readonly better?: 'higher' | 'lower';
  /** Whether chance dominates the metric, as it does for the slowest requests. It gets no ratio. */
  readonly isErratic?: true;
}

/**
 * A candidate in a comparison: the server under test, a baseline (the least work that does the same job) or a peer
 * (another library that does the same job). All of them run in the same rounds under the same rules.
 */
export interface Candidate {
  readonly name: string;
  readonly role: 'target' | 'floor' | 'peer';
  /**
   * The target that this candidate belongs to, when there are several. Absent for what all targets are compared with.
   */
  readonly target?: string;
  /** Why the candidate is skipped, for instance because a package is not installed. This is not a failure. */
  readonly skipReason?: string;
  /** Connects, and checks once that the job is really done. */
  open(): Promise<void>;
  /**
   * Does the job for a limited time and count.
   * @throws JobError when part of the job was not done, for instance a lost delivery or a rejected request
   */
  round(): Promise<RoundMetrics>;
  close(): Promise<void>;
}

/** Candidates that do the same job, and the reference for their ratios. */
export interface Comparison {
  /** Stable across versions, because reports are matched by it. */
  readonly id: string;
  readonly title: string;
  /** What the metrics include, for readers who don't know the code. */
  readonly note: string;
  readonly metrics: readonly Metric[];
  /** Name of the candidate with ratio 1. If each target has a candidate of that name, each is compared with its own. */
  readonly reference: string;
  readonly candidates: readonly Candidate[];
  /** Whether a round lasts seconds, whatever round length the plan sets. Such comparisons have fewer rounds. */
  readonly isLong?: true;
  /** Whether the previous comparison runs the same code of the candidates, so that one warm-up round is enough. */
  readonly isWarm?: true;
  /** Replaces the plan's budget for a job that takes far longer than others. */
  readonly budget?: RoundBudget;
}

/** Number of rounds, and the time limit of each. */
export interface RoundBudget {
  readonly rounds: number;
  /** Warm-up in milliseconds before rounds count, in whole rounds and at least one. Defaults to 0. */
  readonly warmUpMs?: number;
  /** Whether the first round counts already, because the metric is a count or the job runs only once. */
  readonly isCold?: true;
  readonly deadlineMs: number;
}

/** Thrown when a job was not done, so that there is no speed to report. */
export class JobError extends Error {
  override readonly name = 'JobFailure';
}

/** Adds the target to the name where several targets have candidates of the same name. */
export const formatCandidateLabel = ({ name, target }: Pick<Candidate, 'name' | 'target'>): string => {
  if (target === undefined) return name;
  return name === 'target' ? target : `${target}: ${name}`;
};

/** Formats an error for reports, in which a reason must be a single line. */
export const formatErrorLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*[\r\n]+\s*/g, ' ');

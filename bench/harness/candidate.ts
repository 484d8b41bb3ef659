/** The values measured in one round, keyed by metric. */
export type RoundMetrics = Readonly<Record<string, number>>;

/** A column of a comparison: one quantity that every candidate reports. */
export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Which direction is better. Absent for a diagnostic metric, which receives no ratio. */
  readonly better?: 'higher' | 'lower';
  /** Whether chance dominates the metric, as with the slowest requests. An erratic metric receives no ratio. */
  readonly isErratic?: true;
}

/**
 * A participant in a comparison: the server under test, a baseline (the minimum work that does the same job) or a peer
 * (another library that does the same job). All candidates run in the same rounds under the same rules.
 */
export interface Candidate {
  readonly name: string;
  readonly role: 'target' | 'floor' | 'peer';
  /**
   * The target that this candidate belongs to, when there are several targets. Absent for a candidate with which all
   * targets are compared.
   */
  readonly target?: string;
  /** Why the candidate is skipped, for instance because a package is not installed. This is not a failure. */
  readonly skipReason?: string;
  /** Connects, and checks that the candidate really does the job. */
  open?(): Promise<void>;
  /**
   * Does the job until the time limit or the maximum count is reached.
   * @throws JobError when part of the job was not done, for instance because a delivery was lost or a request was
   * rejected
   */
  round(): Promise<RoundMetrics>;
  close?(): Promise<void>;
}

/** Candidates that do the same job, and the reference for their ratios. */
export interface Comparison {
  /** Id of the comparison. It never changes between versions, because reports are matched by it. */
  readonly id: string;
  readonly title: string;
  /** What the metrics include, written for readers who don't know the code. */
  readonly note: string;
  readonly metrics: readonly Metric[];
  /**
   * Name of the candidate whose ratio is 1. If each target has a candidate with this name, every other candidate of a
   * target is compared with the reference of the same target.
   */
  readonly reference: string;
  readonly candidates: readonly Candidate[];
  /** Whether a round lasts seconds, regardless of the plan's round length. Such comparisons have fewer rounds. */
  readonly isLong?: true;
  /** Whether the previous comparison runs the same candidate code, so that one warm-up round is enough. */
  readonly isWarm?: true;
  /** Replaces the plan's budget for a job that lasts far longer than other jobs. */
  readonly budget?: RoundBudget;
}

/** The number of rounds, and the time limit of each round. */
export interface RoundBudget {
  readonly rounds: number;
  /** Shortest warm-up in milliseconds before the counted rounds, at least one whole round. Defaults to 0. */
  readonly warmUpMs?: number;
  /** Longest warm-up in milliseconds, for a candidate whose figure is still improving. Defaults to the shortest. */
  readonly maxWarmUpMs?: number;
  /** Whether the first round already counts, because the metric is a count or the job runs only once. */
  readonly isCold?: true;
  readonly deadlineMs: number;
}

/** Thrown when a job was not done and therefore has no speed to report. */
export class JobError extends Error {
  override readonly name = 'JobFailure';
}

/** Returns the candidate's name, followed by its target when several targets have a candidate with that name. */
export const formatCandidateLabel = ({ name, target }: Pick<Candidate, 'name' | 'target'>): string => {
  if (target === undefined) return name;
  return name === 'target' ? target : `${target}: ${name}`;
};

/** Formats an error as the single line that reports require. */
export const formatErrorLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*[\r\n]+\s*/g, ' ');

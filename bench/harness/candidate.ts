/** Measured figures of one round, by metric key. */
export type RoundMetrics = Readonly<Record<string, number>>;

/** One column of a comparison. */
export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Absent for a figure that only explains the others; it gets no ratio. */
  readonly better?: 'higher' | 'lower';
  /** Whether chance has so large a part in it that a ratio would be mostly of that, as in what the slowest take; it gets no ratio. */
  readonly isErratic?: true;
}

/**
 * A candidate of a comparison: the server under test, a baseline (the least work that does the same job) or a peer
 * (another library that does the same job). All three run in the same rounds under the same rules.
 */
export interface Candidate {
  readonly name: string;
  readonly role: 'target' | 'floor' | 'peer';
  /** The target that does the job, where several do; absent for what all of them are set against. */
  readonly target?: string;
  /** Why it takes no part, when what it needs is not on this machine. That is no failure. */
  readonly skipReason?: string;
  /** Connects and proves once that the job is really done. */
  open(): Promise<void>;
  /**
   * Does the job for a bounded time and count.
   * @throws JobFailure when any part of the job was not done: a lost delivery, a refused request.
   */
  round(): Promise<RoundMetrics>;
  close(): Promise<void>;
}

/** Candidates that do the same job, and the baseline for their ratios. */
export interface Comparison {
  /** Stable across versions: reports are compared by it. */
  readonly id: string;
  readonly title: string;
  /** What the figures contain, for a reader who did not see the code. */
  readonly note: string;
  readonly metrics: readonly Metric[];
  /** Name of the candidate with ratio 1; where each target has one of that name, the target's own. */
  readonly reference: string;
  readonly candidates: readonly Candidate[];
  /** Whether a round lasts seconds whatever the plan says of its length, so that there are fewer of them. */
  readonly isLong?: true;
  /** Whether the comparison before it has its candidates do the same, so that one round warms them up. */
  readonly isWarm?: true;
  /** Of a job that takes far longer than others; the plan's when absent. */
  readonly budget?: RoundBudget;
}

/** How many rounds, and how long one may take at most. */
export interface RoundBudget {
  readonly rounds: number;
  /** How long a candidate runs before they count, in whole rounds and one at least; 0 when absent. */
  readonly warmUpMs?: number;
  /** Whether the first round counts already: of what is counted, or done once. */
  readonly isCold?: true;
  readonly deadlineMs: number;
}

/** The job was not done, so there is no speed to report. */
export class JobError extends Error {
  override readonly name = 'JobFailure';
}

/** How a candidate is called where several targets have one of the same name. */
export const formatCandidateLabel = ({ name, target }: Pick<Candidate, 'name' | 'target'>): string => {
  if (target === undefined) return name;
  return name === 'target' ? target : `${target}: ${name}`;
};

/** What went wrong, in one line. */
export const formatErrorLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*[\r\n]+\s*/g, ' ');

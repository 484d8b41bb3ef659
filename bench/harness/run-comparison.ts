import { formatCandidateLabel, formatErrorLine } from './candidate.ts';
import { getAdvantageRatios, median, summarize, estimateUncertainty } from './statistics.ts';
import type { Candidate, Comparison, RoundMetrics, Metric, RoundBudget } from './candidate.ts';
import type { CandidateResult, ComparisonResult, Measurement } from './bench-report.ts';

/** The rounds of one candidate, or the reason why it has no rounds. */
export interface CandidateRun {
  readonly candidate: Pick<Candidate, 'name' | 'role' | 'target' | 'skipReason'>;
  readonly rounds: readonly RoundMetrics[];
  readonly starts: number;
  readonly failure?: string;
}

interface ActiveRun extends CandidateRun {
  readonly candidate: Candidate;
  readonly rounds: RoundMetrics[];
  failure?: string;
}

/**
 * Runs all candidates of a comparison. Each candidate warms up alone; then the candidates take turns, A B C A B C, so
 * that drift in the machine's speed affects all candidates equally. A candidate that fails runs no further rounds, and
 * the reason for its failure is kept.
 */
export const runComparison = async (
  comparison: Comparison,
  defaultBudget: RoundBudget,
  onProgress: (candidate: string, warmUp: boolean) => void = () => {},
): Promise<readonly CandidateRun[]> => {
  const budget = comparison.budget ?? defaultBudget;
  const runs = comparison.candidates.map((candidate): ActiveRun => ({ candidate, rounds: [], starts: 1 }));
  const attempt = async (run: ActiveRun, job: () => Promise<void>) => {
    try {
      await withDeadline(budget.deadlineMs, job());
    } catch (error) {
      run.failure = formatErrorLine(error);
    }
  };
  const open = (run: ActiveRun) => attempt(run, async () => run.candidate.open?.());
  const warmUp = async (run: ActiveRun) => {
    onProgress(formatCandidateLabel(run.candidate), true);
    const { warmUpMs = 0, maxWarmUpMs = warmUpMs } = budget;
    const rounds: RoundMetrics[] = [];
    const startedAt = performance.now();
    let elapsedMs = 0;
    do {
      await attempt(run, async () => void rounds.push(await run.candidate.round()));
      elapsedMs = performance.now() - startedAt;
    } while (
      isActive(run) &&
      (elapsedMs < warmUpMs || (elapsedMs < maxWarmUpMs && isStillImproving(comparison.metrics, rounds)))
    );
  };
  const runRound = (run: ActiveRun) => {
    onProgress(formatCandidateLabel(run.candidate), false);
    return attempt(run, async () => void run.rounds.push(await run.candidate.round()));
  };
  const runInTurn = async (job: (run: ActiveRun) => Promise<void>) => {
    for (const run of runs) if (isActive(run)) await job(run);
  };
  try {
    await runInTurn(open);
    if (!budget.isCold) await runInTurn(warmUp);
    for (let round = 0; round < budget.rounds; round += 1) await runInTurn(runRound);
  } finally {
    for (const { candidate } of runs)
      await withDeadline(budget.deadlineMs, Promise.resolve(candidate.close?.())).catch(() => {});
  }
  return runs;
};

/** A figure that improves by less than this share counts as settled. */
const settledShare = 0.01;

/**
 * Whether the first metric with a ratio was better in the last quarter of the rounds than in the quarter before. V8
 * compiles a busy function several times, so that the figure of a server rises for seconds.
 */
const isStillImproving = (metrics: readonly Metric[], rounds: readonly RoundMetrics[]): boolean => {
  const metric = metrics.find(({ better, isErratic }) => better !== undefined && !isErratic);
  if (metric?.better === undefined) return false;
  const length = Math.floor(rounds.length / 4);
  const getMedian = (sliced: readonly RoundMetrics[]) =>
    median(sliced.map((round) => round[metric.key] ?? Number.NaN));
  const [advantage = Number.NaN] = getAdvantageRatios(
    [getMedian(rounds.slice(-length))],
    [getMedian(rounds.slice(-2 * length, -length))],
    metric.better,
  );
  return length === 0 || advantage > 1 + settledShare;
};

const isActive = ({ failure, candidate }: ActiveRun): boolean =>
  failure === undefined && candidate.skipReason === undefined;

/** Appends the runs of a later start to the earlier runs of the same candidates. */
export const mergeRuns = (
  previous: readonly CandidateRun[],
  after: readonly CandidateRun[],
): readonly CandidateRun[] =>
  previous.map((run, index): CandidateRun => {
    const next = after[index];
    if (next === undefined || run.failure !== undefined) return run;
    const { candidate, failure } = next;
    const allRounds = [...run.rounds, ...next.rounds];
    const starts = run.starts + next.starts;
    return { candidate, rounds: allRounds, starts, ...(failure !== undefined && { failure }) };
  });

/** Summarizes the runs of a comparison. A candidate that failed has a reason instead of metrics. */
export const summarizeRuns = (comparison: Comparison, runs: readonly CandidateRun[]): ComparisonResult => {
  const { id, title, note, reference, metrics } = comparison;
  const referenceRuns = runs.filter(({ candidate }) => candidate.name === reference);
  const getReferenceRounds = (target: string | undefined): readonly RoundMetrics[] => {
    const referenceRun =
      referenceRuns.find(({ candidate }) => candidate.target === target) ?? referenceRuns[0];
    return referenceRun === undefined || referenceRun.failure !== undefined ? [] : referenceRun.rounds;
  };
  const candidates = runs.map((run): CandidateResult => {
    const { name, role, target, skipReason } = run.candidate;
    const identity = { name, role, ...(target !== undefined && { target }) };
    if (skipReason !== undefined) return { ...identity, outcome: 'absent', reason: skipReason };
    if (run.failure !== undefined) return { ...identity, outcome: 'failed', reason: run.failure };
    const referenceRounds = getReferenceRounds(target);
    const figures = Object.fromEntries(
      metrics
        .map((metric) => [metric.key, summarizeMetric(metric, run, referenceRounds)] as const)
        // The CPU time may be known for only one of several targets.
        .filter(([, { median }]) => !Number.isNaN(median)),
    );
    const { starts } = run;
    return {
      ...identity,
      outcome: 'measured',
      rounds: run.rounds.length,
      ...(starts > 1 && { starts }),
      figures,
    };
  });
  return { id, title, note, reference, metrics, candidates };
};

const summarizeMetric = (
  metric: Metric,
  { rounds, starts }: CandidateRun,
  referenceRounds: readonly RoundMetrics[],
): Measurement => {
  const getValues = (rounds: readonly RoundMetrics[]) =>
    rounds.map((round) => round[metric.key] ?? Number.NaN);
  const values = getValues(rounds);
  const measured = { ...summarize(values), values };
  if (metric.better === undefined || metric.isErratic) return measured;
  const ratios = getAdvantageRatios(values, getValues(referenceRounds), metric.better);
  const ratio = median(ratios);
  if (Number.isNaN(ratio)) return measured;
  const uncertainty = estimateUncertainty(ratios, starts);
  return { ...measured, ratio, ...(!Number.isNaN(uncertainty) && { uncertainty }) };
};

/** @throws Error when the work takes longer than the deadline */
const withDeadline = async <T>(deadlineMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not finish within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};

import { formatCandidateLabel, formatErrorLine } from './candidate.ts';
import { getAdvantageRatios, median, summarize, estimateUncertainty } from './statistics.ts';
import type { Candidate, Comparison, RoundMetrics, Metric, RoundBudget } from './candidate.ts';
import type { CandidateResult, ComparisonResult, Measurement } from './bench-report.ts';

/** The rounds of one candidate, or the reason why it has none. */
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
 * Runs all candidates of a comparison. Each warms up by itself; then they run in turns, A B C A B C, so that drift of
 * the machine affects all alike. A candidate that fails does not continue and keeps its reason.
 */
export const runComparison = async (
  comparison: Comparison,
  defaultBudget: RoundBudget,
  onTurn: (candidate: string, warmUp: boolean) => void = () => {},
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
  const open = (run: ActiveRun) => attempt(run, () => run.candidate.open());
  const warmUp = async (run: ActiveRun) => {
    onTurn(formatCandidateLabel(run.candidate), true);
    const { warmUpMs = 0 } = budget;
    const began = performance.now();
    do await attempt(run, async () => void (await run.candidate.round()));
    while (isActive(run) && performance.now() - began < warmUpMs);
  };
  const runRound = (run: ActiveRun) => {
    onTurn(formatCandidateLabel(run.candidate), false);
    return attempt(run, async () => void run.rounds.push(await run.candidate.round()));
  };
  const inTurn = async (job: (run: ActiveRun) => Promise<void>) => {
    for (const run of runs) if (isActive(run)) await job(run);
  };
  try {
    await inTurn(open);
    if (!budget.isCold) await inTurn(warmUp);
    for (let round = 0; round < budget.rounds; round += 1) await inTurn(runRound);
  } finally {
    for (const { candidate } of runs)
      await withDeadline(budget.deadlineMs, candidate.close()).catch(() => {});
  }
  return runs;
};

const isActive = ({ failure, candidate }: ActiveRun): boolean =>
  failure === undefined && candidate.skipReason === undefined;

/** Appends the runs of the same candidates in a later start to those of the starts before. */
export const mergeRuns = (
  before: readonly CandidateRun[],
  after: readonly CandidateRun[],
): readonly CandidateRun[] =>
  before.map((run, index): CandidateRun => {
    const next = after[index];
    if (next === undefined || run.failure !== undefined) return run;
    const { candidate, failure } = next;
    const figures = [...run.rounds, ...next.rounds];
    const starts = run.starts + next.starts;
    return { candidate, rounds: figures, starts, ...(failure !== undefined && { failure }) };
  });

/** Reduces runs to their results. A candidate that failed has a reason instead of metrics. */
export const summarizeRuns = (comparison: Comparison, runs: readonly CandidateRun[]): ComparisonResult => {
  const { id, title, note, reference, metrics } = comparison;
  const leaders = runs.filter(({ candidate }) => candidate.name === reference);
  const paceFor = (target: string | undefined): readonly RoundMetrics[] => {
    const leader = leaders.find(({ candidate }) => candidate.target === target) ?? leaders[0];
    return leader === undefined || leader.failure !== undefined ? [] : leader.rounds;
  };
  const candidates = runs.map((run): CandidateResult => {
    const { name, role, target, skipReason } = run.candidate;
    const identity = { name, role, ...(target !== undefined && { target }) };
    if (skipReason !== undefined) return { ...identity, outcome: 'absent', reason: skipReason };
    if (run.failure !== undefined) return { ...identity, outcome: 'failed', reason: run.failure };
    const pace = paceFor(target);
    const figures = Object.fromEntries(
      metrics
        .map((metric) => [metric.key, summarizeMetric(metric, run, pace)] as const)
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
  pace: readonly RoundMetrics[],
): Measurement => {
  const valuesOf = (rounds: readonly RoundMetrics[]) =>
    rounds.map((round) => round[metric.key] ?? Number.NaN);
  const values = valuesOf(rounds);
  const measured = { ...summarize(values), values };
  if (metric.better === undefined || metric.isErratic) return measured;
  const ratios = getAdvantageRatios(values, valuesOf(pace), metric.better);
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

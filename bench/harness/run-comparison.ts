import { formatCandidateLabel, formatErrorLine } from './candidate.ts';
import { getAdvantageRatios, median, summarize, estimateUncertainty } from './statistics.ts';
import type { Candidate, Comparison, RoundMetrics, Metric, RoundBudget } from './candidate.ts';
import type { CandidateResult, ComparisonResult, Measurement } from './bench-report.ts';

/** The rounds of one candidate, or the reason why it has none. */
export interface CandidateRun {
  readonly candidate: Pick<Candidate, 'name' | 'role' | 'target' | 'skipReason'>;
  readonly rounds: readonly RoundMetrics[];
  /** How many starts these rounds come from. */
  readonly starts: number;
  readonly failure?: string;
}

/** A run in progress. */
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
  usual: RoundBudget,
  onTurn: (candidate: string, warmUp: boolean) => void = () => {},
): Promise<readonly CandidateRun[]> => {
  const budget = comparison.budget ?? usual;
  const courses = comparison.candidates.map((candidate): ActiveRun => ({ candidate, rounds: [], starts: 1 }));
  const attempt = async (course: ActiveRun, job: () => Promise<void>) => {
    try {
      await withDeadline(budget.deadlineMs, job());
    } catch (error) {
      course.failure = formatErrorLine(error);
    }
  };
  const open = (course: ActiveRun) => attempt(course, () => course.candidate.open());
  const warmUp = async (course: ActiveRun) => {
    onTurn(formatCandidateLabel(course.candidate), true);
    const { warmUpMs = 0 } = budget;
    const began = performance.now();
    do await attempt(course, async () => void (await course.candidate.round()));
    while (isActive(course) && performance.now() - began < warmUpMs);
  };
  const runRound = (course: ActiveRun) => {
    onTurn(formatCandidateLabel(course.candidate), false);
    return attempt(course, async () => void course.rounds.push(await course.candidate.round()));
  };
  const inTurn = async (job: (course: ActiveRun) => Promise<void>) => {
    for (const course of courses) if (isActive(course)) await job(course);
  };
  try {
    await inTurn(open);
    if (!budget.isCold) await inTurn(warmUp);
    for (let round = 0; round < budget.rounds; round += 1) await inTurn(runRound);
  } finally {
    for (const { candidate } of courses)
      await withDeadline(budget.deadlineMs, candidate.close()).catch(() => {});
  }
  return courses;
};

const isActive = ({ failure, candidate }: ActiveRun): boolean =>
  failure === undefined && candidate.skipReason === undefined;

/** Appends the runs of the same candidates in a later start to those of the starts before. */
export const mergeRuns = (
  before: readonly CandidateRun[],
  after: readonly CandidateRun[],
): readonly CandidateRun[] =>
  before.map((course, place): CandidateRun => {
    const next = after[place];
    if (next === undefined || course.failure !== undefined) return course;
    const { candidate, failure } = next;
    const figures = [...course.rounds, ...next.rounds];
    const starts = course.starts + next.starts;
    return { candidate, rounds: figures, starts, ...(failure !== undefined && { failure }) };
  });

/** Reduces runs to their results. A candidate that failed has a reason instead of metrics. */
export const summarizeRuns = (comparison: Comparison, courses: readonly CandidateRun[]): ComparisonResult => {
  const { id, title, note, reference, metrics } = comparison;
  const leaders = courses.filter(({ candidate }) => candidate.name === reference);
  const paceFor = (target: string | undefined): readonly RoundMetrics[] => {
    const leader = leaders.find(({ candidate }) => candidate.target === target) ?? leaders[0];
    return leader === undefined || leader.failure !== undefined ? [] : leader.rounds;
  };
  const candidates = courses.map((course): CandidateResult => {
    const { name, role, target, skipReason } = course.candidate;
    const entrant = { name, role, ...(target !== undefined && { target }) };
    if (skipReason !== undefined) return { ...entrant, outcome: 'absent', reason: skipReason };
    if (course.failure !== undefined) return { ...entrant, outcome: 'failed', reason: course.failure };
    const pace = paceFor(target);
    const figures = Object.fromEntries(
      metrics
        .map((metric) => [metric.key, summarizeMetric(metric, course, pace)] as const)
        // The CPU time may be known for only one of several targets.
        .filter(([, { median }]) => !Number.isNaN(median)),
    );
    const { starts } = course;
    return {
      ...entrant,
      outcome: 'measured',
      rounds: course.rounds.length,
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

import { labelOf, messageOf } from './candidate.ts';
import { advantages, median, summarize, uncertaintyOf } from './statistics.ts';
import type { Candidate, Comparison, Figures, Metric, RoundBudget } from './candidate.ts';
import type { CandidateResult, ComparisonResult, Measurement } from './report.ts';

/** What a candidate has come to, round by round. */
export interface Course {
  readonly candidate: Pick<Candidate, 'name' | 'role' | 'target' | 'absence'>;
  readonly figures: readonly Figures[];
  /** How many starts these are the rounds of. */
  readonly starts: number;
  readonly failure?: string;
}

/** A course that goes on. */
interface Running extends Course {
  readonly candidate: Candidate;
  readonly figures: Figures[];
  failure?: string;
}

/**
 * Runs all candidates of a comparison; a failing one leaves the race and keeps its reason. Each warms up by itself; then they take
 * turns, A B C A B C, so that whatever drifts on the machine drifts for all alike.
 */
export const race = async (
  comparison: Comparison,
  usual: RoundBudget,
  onTurn: (candidate: string, warmUp: boolean) => void = () => {},
): Promise<readonly Course[]> => {
  const budget = comparison.budget ?? usual;
  const courses = comparison.candidates.map((candidate): Running => ({ candidate, figures: [], starts: 1 }));
  const attempt = async (course: Running, job: () => Promise<void>) => {
    try {
      await within(budget.deadlineMs, job());
    } catch (error) {
      course.failure = messageOf(error);
    }
  };
  const open = (course: Running) => attempt(course, () => course.candidate.open());
  const warmUp = async (course: Running) => {
    onTurn(labelOf(course.candidate), true);
    const { warmUpMs = 0 } = budget;
    const began = performance.now();
    do await attempt(course, async () => void (await course.candidate.round()));
    while (takesPart(course) && performance.now() - began < warmUpMs);
  };
  const runRound = (course: Running) => {
    onTurn(labelOf(course.candidate), false);
    return attempt(course, async () => void course.figures.push(await course.candidate.round()));
  };
  const inTurn = async (job: (course: Running) => Promise<void>) => {
    for (const course of courses) if (takesPart(course)) await job(course);
  };
  try {
    await inTurn(open);
    if (!budget.isCold) await inTurn(warmUp);
    for (let round = 0; round < budget.rounds; round += 1) await inTurn(runRound);
  } finally {
    for (const { candidate } of courses) await within(budget.deadlineMs, candidate.close()).catch(() => {});
  }
  return courses;
};

const takesPart = ({ failure, candidate }: Running): boolean =>
  failure === undefined && candidate.absence === undefined;

/** The courses of the same candidates in another race, behind those of the one before. */
export const continued = (before: readonly Course[], after: readonly Course[]): readonly Course[] =>
  before.map((course, place): Course => {
    const next = after[place];
    if (next === undefined || course.failure !== undefined) return course;
    const { candidate, failure } = next;
    const figures = [...course.figures, ...next.figures];
    const starts = course.starts + next.starts;
    return { candidate, figures, starts, ...(failure !== undefined && { failure }) };
  });

/** Reduces courses to what is told of them; who failed has a reason in place of figures. */
export const conclude = (comparison: Comparison, courses: readonly Course[]): ComparisonResult => {
  const { id, title, note, reference, metrics } = comparison;
  const leaders = courses.filter(({ candidate }) => candidate.name === reference);
  const paceFor = (target: string | undefined): readonly Figures[] => {
    const leader = leaders.find(({ candidate }) => candidate.target === target) ?? leaders[0];
    return leader === undefined || leader.failure !== undefined ? [] : leader.figures;
  };
  const candidates = courses.map((course): CandidateResult => {
    const { name, role, target, absence } = course.candidate;
    const entrant = { name, role, ...(target !== undefined && { target }) };
    if (absence !== undefined) return { ...entrant, outcome: 'absent', reason: absence };
    if (course.failure !== undefined) return { ...entrant, outcome: 'failed', reason: course.failure };
    const pace = paceFor(target);
    const figures = Object.fromEntries(
      metrics
        .map((metric) => [metric.key, measure(metric, course, pace)] as const)
        // Of two targets, the CPU time of one alone may be known.
        .filter(([, { median }]) => !Number.isNaN(median)),
    );
    const { starts } = course;
    return {
      ...entrant,
      outcome: 'measured',
      rounds: course.figures.length,
      ...(starts > 1 && { starts }),
      figures,
    };
  });
  return { id, title, note, reference, metrics, candidates };
};

const measure = (metric: Metric, { figures, starts }: Course, pace: readonly Figures[]): Measurement => {
  const valuesOf = (rounds: readonly Figures[]) => rounds.map((round) => round[metric.key] ?? Number.NaN);
  const values = valuesOf(figures);
  const measured = { ...summarize(values), values };
  if (metric.better === undefined || metric.isErratic) return measured;
  const ratios = advantages(values, valuesOf(pace), metric.better);
  const ratio = median(ratios);
  if (Number.isNaN(ratio)) return measured;
  const uncertainty = uncertaintyOf(ratios, starts);
  return { ...measured, ratio, ...(!Number.isNaN(uncertainty) && { uncertainty }) };
};

/** @throws Error when the work takes longer than the deadline. */
const within = async <T>(deadlineMs: number, work: Promise<T>): Promise<T> => {
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

import { JobFailure } from '../harness/candidate.ts';
import { contestantsOf, rawTcp, rawTcpJoined } from './contestants.ts';
import { createEntrant } from './entrant.ts';
import { p50, p99 } from './latency.ts';
import { measureCpu, tellsCpu } from './server-cpu.ts';
import type { Candidate, Comparison, Metric, RoundBudget } from '../harness/candidate.ts';
import type { Plan } from '../harness/plan.ts';
import type { Pace } from '../load/flood.ts';
import type { Entrant } from './entrant.ts';
import type { Suite, SuiteContext } from './suite.ts';

const deliveries: Metric = { key: 'deliveries', label: 'deliveries', unit: 'k/s', better: 'higher' };
const explanations: readonly Metric[] = [
  { key: 'eventsPerMessage', label: 'events a message', unit: '' },
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

/** What the server could deliver if nothing else held it up. */
const perCpu: Metric = { key: 'perCpu', label: 'deliveries', unit: 'k/s of CPU', better: 'higher' };

/** Metrics of races turn by turn, and of those as fast as events come. */
interface RaceMetrics {
  readonly turns: readonly Metric[];
  readonly pipelined: readonly Metric[];
}

/** Turn by turn, who waits for whom is mostly the scheduler's: wall clock time has a ratio only where nothing else tells. */
const metricsFor = async (context: Pick<SuiteContext, 'targets'>): Promise<RaceMetrics> => {
  if (!(await tellsCpu(context))) {
    const metrics = [deliveries, ...explanations];
    return { turns: metrics, pipelined: metrics };
  }
  return {
    turns: [{ ...deliveries, isErratic: true }, ...explanations, perCpu],
    pipelined: [deliveries, ...explanations, perCpu],
  };
};

/** Enough that server and generator never wait for each other, too few for any client to fall behind. */
const eventsUnderWay = 256;

/** Deliveries a millisecond of whoever writes each of them by itself, about. */
const slowest = 100;
/** Rounds of each start, however long they are. */
const fewest = 6;

/** What a round cannot do less than outlasts it where the subscribers are many: of such rounds there are fewer. */
const budgetFor = (deliveries: number, { roundMs, rounds, deadlineMs }: Plan): Pick<Race, 'budget'> => {
  const leastMs = deliveries / slowest;
  if (leastMs <= roundMs) return {};
  const inTheSameTime = Math.ceil((rounds * roundMs) / leastMs);
  return { budget: { rounds: Math.min(rounds, Math.max(fewest, inTheSameTime)), deadlineMs } };
};

const job =
  'Every event is caused through the hub by log.console and counted at every subscriber; a lost, repeated or foreign ' +
  'one fails the candidate. Floors and peers take the same triggers and write events of the same length; socket.io has ' +
  'a room for the event type, uWebSockets a topic.';
const limits = 'Where a generator uses nearly a whole core it is the limit, and the server could do more.';

interface Race {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly metrics: readonly Metric[];
  readonly subscribers: number;
  readonly burst: number;
  readonly ms: number;
  readonly pace: Pace;
  readonly budget?: RoundBudget;
  /** Who is the least that does the same. */
  readonly reference: string;
  /** Names of those who take no part, because they do here what another one does. */
  readonly without?: readonly string[];
}

/** One event to N subscribers on bare WebSockets. */
export const fanOut: Suite = {
  id: 'fan-out',
  title: 'Event fan-out',
  starts: 2,
  async run(context) {
    const { plan } = context;
    const metrics = await metricsFor(context);
    const races = [
      ...plan.subscribers.flatMap((subscribers) =>
        plan.bursts.map((burst) => turnByTurn(subscribers, burst, plan, metrics.turns)),
      ),
      ...plan.pipelined.flatMap((subscribers) =>
        plan.bursts.map((burst) => pipelined(subscribers, burst, plan, metrics.pipelined)),
      ),
      paced(plan),
    ];
    const entrants = contestantsOf(context).map((contestant) => createEntrant(context, contestant));
    const sizes = { messageBytes: 300 };
    for (const [at, race] of races.entries()) {
      const asked = await askAll(race, entrants);
      // More subscribers run the same code.
      const isWarm = at >= plan.bursts.length;
      const comparison = comparisonOf({ ...race, isWarm }, asked, sizes, plan.roundCount);
      const refusal = commonRefusal(asked);
      await context.compare(refusal === undefined ? comparison : leftOut(comparison, refusal));
    }
  },
};

const eventsOf = (burst: number) => `${burst} ${burst === 1 ? 'event' : 'events'}`;

const turnByTurn = (subscribers: number, burst: number, plan: Plan, metrics: readonly Metric[]): Race => ({
  id: `fan-out/${subscribers}x${burst}-turns`,
  title: `${subscribers} subscribers, ${eventsOf(burst)} a turn of the event loop`,
  note: `${job} A trigger of ${eventsOf(burst)} leaves when the last event before it has reached its first subscriber, so that a server never finds two triggers at once: ${burst === 1 ? 'each delivery is one write, for everyone' : 'how many writes its events take is up to the server'}. Few subscribers do not keep a server busy this way; what it could deliver is told by its CPU time. ${limits}`,
  metrics,
  subscribers,
  burst,
  ms: plan.roundMs,
  pace: 'one at a time',
  reference: rawTcp,
  without: [rawTcpJoined],
  ...budgetFor(subscribers * burst, plan),
});

const pipelined = (subscribers: number, burst: number, plan: Plan, metrics: readonly Metric[]): Race => ({
  id: `fan-out/${subscribers}x${burst}`,
  title: `${subscribers} subscribers, ${eventsOf(burst)} a trigger, as fast as they come`,
  note: `${job} At most ${eventsUnderWay} events are under way, and a server may find several triggers at once. A target that joins their events saves writes: ${rawTcpJoined} does so too, ${rawTcp} joins only those of one trigger. ${limits}`,
  metrics,
  subscribers,
  burst,
  ms: plan.roundMs,
  pace: { window: eventsUnderWay },
  reference: rawTcpJoined,
  ...budgetFor(subscribers * eventsUnderWay, plan),
});

const paced = ({ pace: { subscribers, perSecond, ms, rounds }, deadlineMs }: Plan): Race => ({
  id: `fan-out/latency-${subscribers}`,
  title: `${subscribers} subscribers, ${perSecond} events a second, from the trigger to each delivery`,
  note: job,
  metrics: [p50, p99],
  subscribers,
  burst: 1,
  ms,
  pace: { perSecond },
  reference: rawTcp,
  // The race before it has had everyone do the same, faster.
  budget: { rounds, isCold: true, deadlineMs },
  without: [rawTcpJoined],
});

/** The first target sets the length of a message for all. */
interface Sizes {
  messageBytes: number;
}

const comparisonOf = (
  { without = [], isWarm, ...race }: Race & { readonly isWarm: boolean },
  entrants: readonly Entrant[],
  sizes: Sizes,
  count: number,
): Comparison => ({
  id: race.id,
  title: race.title,
  note: race.note,
  metrics: race.metrics,
  ...(race.budget && { budget: race.budget }),
  ...(isWarm && { isWarm }),
  reference: race.reference,
  candidates: entrants
    .filter(({ contestant }) => !without.includes(contestant.name))
    .map((entrant) => candidateOf(entrant, race, sizes, count)),
});

const candidateOf = (
  { contestant, ...entrant }: Entrant,
  { subscribers, burst, ms, pace }: Race,
  sizes: Sizes,
  count: number,
): Candidate => ({
  name: contestant.name,
  role: contestant.role,
  ...(contestant.target !== undefined && { target: contestant.target }),
  ...(contestant.absence !== undefined && { absence: contestant.absence }),
  async open() {
    const opened = await entrant.connect(subscribers, sizes.messageBytes);
    if ('refusal' in opened) throw new JobFailure(opened.refusal);
    if (contestant.leads) sizes.messageBytes = opened.messageBytes;
  },
  async round() {
    const { result, cpuMs } = await measureCpu(contestant.pid(), () =>
      entrant.run({ burst, ms, count, pace }),
    );
    if (result.complaint !== undefined) throw new JobFailure(result.complaint);
    return {
      deliveries: result.deliveries / result.ms,
      eventsPerMessage: result.eventsPerMessage,
      generatorCpu: result.generatorCpu,
      perCpu: result.deliveries / cpuMs,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    };
  },
  close: async () => {},
});

/** A target that refuses so many subscribers takes no part. */
const askAll = async (race: Race, entrants: readonly Entrant[]): Promise<Entrant[]> => {
  const asked: Entrant[] = [];
  for (const entrant of entrants) {
    const { contestant } = entrant;
    const absence = contestant.role === 'target' ? await refusalOf(race, entrant) : undefined;
    asked.push({ ...entrant, contestant: { ...contestant, ...(absence !== undefined && { absence }) } });
  }
  return asked;
};

/** Why there is nothing to compare: what the first target says where all of them refuse. */
const commonRefusal = (entrants: readonly Entrant[]): string | undefined => {
  const targets = entrants.map(({ contestant }) => contestant).filter(({ role }) => role === 'target');
  return targets.every(({ absence }) => absence !== undefined) ? targets[0]?.absence : undefined;
};

/** Why the target does not serve so many, in its words; one that breaks is for the race to report. */
const refusalOf = async ({ subscribers }: Race, entrant: Entrant): Promise<string | undefined> => {
  try {
    const opened = await entrant.connect(subscribers, 0);
    return 'refusal' in opened ? opened.refusal : undefined;
  } catch {
    return undefined;
  }
};

/** A comparison that every target refuses says nothing, so nobody runs. */
const leftOut = (comparison: Comparison, absence: string): Comparison => ({
  ...comparison,
  candidates: comparison.candidates.map((candidate) => ({ ...candidate, absence })),
});

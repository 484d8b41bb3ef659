import { JobError } from '../harness/candidate.ts';
import { listHubServers, rawTcpName, coalescedTcpName } from './hub-servers.ts';
import { createFanOutConnection } from './fan-out-connection.ts';
import { p50Metric, p99Metric } from './latency-metrics.ts';
import { measureCpu, canReadCpu } from './server-cpu.ts';
import type { Candidate, Comparison, Metric, RoundBudget } from '../harness/candidate.ts';
import type { BenchPlan } from '../harness/bench-plan.ts';
import type { TriggerPace } from '../load/send-events.ts';
import type { FanOutConnection } from './fan-out-connection.ts';
import type { Suite, SuiteContext } from './suite.ts';

const deliveriesMetric: Metric = { key: 'deliveries', label: 'deliveries', unit: 'k/s', better: 'higher' };
const diagnosticMetrics: readonly Metric[] = [
  { key: 'eventsPerMessage', label: 'events a message', unit: '' },
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

/** What the server could deliver if nothing else held it up. */
const perCpuMetric: Metric = { key: 'perCpu', label: 'deliveries', unit: 'k/s of CPU', better: 'higher' };

/** Metrics of races turn by turn, and of those as fast as events come. */
interface FanOutMetrics {
  readonly turns: readonly Metric[];
  readonly pipelined: readonly Metric[];
}

/** Turn by turn, who waits for whom is mostly the scheduler's: wall clock time has a ratio only where nothing else tells. */
const getFanOutMetrics = async (context: Pick<SuiteContext, 'targets'>): Promise<FanOutMetrics> => {
  if (!(await canReadCpu(context))) {
    const metrics = [deliveriesMetric, ...diagnosticMetrics];
    return { turns: metrics, pipelined: metrics };
  }
  return {
    turns: [{ ...deliveriesMetric, isErratic: true }, ...diagnosticMetrics, perCpuMetric],
    pipelined: [deliveriesMetric, ...diagnosticMetrics, perCpuMetric],
  };
};

/** Enough that server and generator never wait for each other, too few for any client to fall behind. */
const maxEventsInFlight = 256;

/** Deliveries a millisecond of whoever writes each of them by itself, about. */
const minDeliveriesPerMs = 100;
/** Rounds of each start, however long they are. */
const minRounds = 6;

/** What a round cannot do less than outlasts it where the subscribers are many: of such rounds there are fewer. */
const getRoundBudget = (
  deliveries: number,
  { roundMs, rounds, deadlineMs }: BenchPlan,
): Pick<FanOutComparison, 'budget'> => {
  const leastMs = deliveries / minDeliveriesPerMs;
  if (leastMs <= roundMs) return {};
  const inTheSameTime = Math.ceil((rounds * roundMs) / leastMs);
  return { budget: { rounds: Math.min(rounds, Math.max(minRounds, inTheSameTime)), deadlineMs } };
};

const fanOutNote =
  'Every event is caused through the hub by log.console and counted at every subscriber; a lost, repeated or foreign ' +
  'one fails the candidate. Floors and peers take the same triggers and write events of the same length; socket.io has ' +
  'a room for the event type, uWebSockets a topic.';
const generatorLimitNote =
  'Where a generator uses nearly a whole core it is the limit, and the server could do more.';

interface FanOutComparison {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly metrics: readonly Metric[];
  readonly subscribers: number;
  readonly burst: number;
  readonly ms: number;
  readonly pace: TriggerPace;
  readonly budget?: RoundBudget;
  /** Who is the least that does the same. */
  readonly reference: string;
  /** Names of those who take no part, because they do here what another one does. */
  readonly excludedServers?: readonly string[];
}

/** One event to N subscribers on bare WebSockets. */
export const fanOutSuite: Suite = {
  id: 'fan-out',
  title: 'Event fan-out',
  starts: 2,
  async run(context) {
    const { plan } = context;
    const metrics = await getFanOutMetrics(context);
    const races = [
      ...plan.subscribers.flatMap((subscribers) =>
        plan.bursts.map((burst) => createTurnComparison(subscribers, burst, plan, metrics.turns)),
      ),
      ...plan.pipelined.flatMap((subscribers) =>
        plan.bursts.map((burst) => createPipelinedComparison(subscribers, burst, plan, metrics.pipelined)),
      ),
      createPacedComparison(plan),
    ];
    const entrants = listHubServers(context).map((contestant) => createFanOutConnection(context, contestant));
    const sizes = { messageBytes: 300 };
    for (const [at, race] of races.entries()) {
      const asked = await skipRejectingTargets(race, entrants);
      // More subscribers run the same code.
      const isWarm = at >= plan.bursts.length;
      const comparison = toComparison({ ...race, isWarm }, asked, sizes, plan.roundCount);
      const refusal = findCommonSkipReason(asked);
      await context.compare(refusal === undefined ? comparison : skipAllCandidates(comparison, refusal));
    }
  },
};

const formatEventCount = (burst: number) => `${burst} ${burst === 1 ? 'event' : 'events'}`;

const createTurnComparison = (
  subscribers: number,
  burst: number,
  plan: BenchPlan,
  metrics: readonly Metric[],
): FanOutComparison => ({
  id: `fan-out/${subscribers}x${burst}-turns`,
  title: `${subscribers} subscribers, ${formatEventCount(burst)} a turn of the event loop`,
  note: `${fanOutNote} A trigger of ${formatEventCount(burst)} leaves when the last event before it has reached its first subscriber, so that a server never finds two triggers at once: ${burst === 1 ? 'each delivery is one write, for everyone' : 'how many writes its events take is up to the server'}. Few subscribers do not keep a server busy this way; what it could deliver is told by its CPU time. ${generatorLimitNote}`,
  metrics,
  subscribers,
  burst,
  ms: plan.roundMs,
  pace: 'one at a time',
  reference: rawTcpName,
  excludedServers: [coalescedTcpName],
  ...getRoundBudget(subscribers * burst, plan),
});

const createPipelinedComparison = (
  subscribers: number,
  burst: number,
  plan: BenchPlan,
  metrics: readonly Metric[],
): FanOutComparison => ({
  id: `fan-out/${subscribers}x${burst}`,
  title: `${subscribers} subscribers, ${formatEventCount(burst)} a trigger, as fast as they come`,
  note: `${fanOutNote} At most ${maxEventsInFlight} events are under way, and a server may find several triggers at once. A target that joins their events saves writes: ${coalescedTcpName} does so too, ${rawTcpName} joins only those of one trigger. ${generatorLimitNote}`,
  metrics,
  subscribers,
  burst,
  ms: plan.roundMs,
  pace: { window: maxEventsInFlight },
  reference: coalescedTcpName,
  ...getRoundBudget(subscribers * maxEventsInFlight, plan),
});

const createPacedComparison = ({
  pace: { subscribers, perSecond, ms, rounds },
  deadlineMs,
}: BenchPlan): FanOutComparison => ({
  id: `fan-out/latency-${subscribers}`,
  title: `${subscribers} subscribers, ${perSecond} events a second, from the trigger to each delivery`,
  note: fanOutNote,
  metrics: [p50Metric, p99Metric],
  subscribers,
  burst: 1,
  ms,
  pace: { perSecond },
  reference: rawTcpName,
  // The race before it has had everyone do the same, faster.
  budget: { rounds, isCold: true, deadlineMs },
  excludedServers: [coalescedTcpName],
});

/** The first target sets the length of a message for all. */
interface MessageSize {
  messageBytes: number;
}

const toComparison = (
  { excludedServers = [], isWarm, ...race }: FanOutComparison & { readonly isWarm: boolean },
  entrants: readonly FanOutConnection[],
  sizes: MessageSize,
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
    .filter(({ server }) => !excludedServers.includes(server.name))
    .map((entrant) => createCandidate(entrant, race, sizes, count)),
});

const createCandidate = (
  { server, ...entrant }: FanOutConnection,
  { subscribers, burst, ms, pace }: FanOutComparison,
  sizes: MessageSize,
  count: number,
): Candidate => ({
  name: server.name,
  role: server.role,
  ...(server.target !== undefined && { target: server.target }),
  ...(server.skipReason !== undefined && { skipReason: server.skipReason }),
  async open() {
    const opened = await entrant.connect(subscribers, sizes.messageBytes);
    if ('refusal' in opened) throw new JobError(opened.refusal);
    if (server.isReference) sizes.messageBytes = opened.messageBytes;
  },
  async round() {
    const { result, cpuMs } = await measureCpu(server.getPid(), () =>
      entrant.run({ burst, ms, count, pace }),
    );
    if (result.failure !== undefined) throw new JobError(result.failure);
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
const skipRejectingTargets = async (
  race: FanOutComparison,
  entrants: readonly FanOutConnection[],
): Promise<FanOutConnection[]> => {
  const asked: FanOutConnection[] = [];
  for (const entrant of entrants) {
    const { server } = entrant;
    const absence = server.role === 'target' ? await findRejection(race, entrant) : undefined;
    asked.push({ ...entrant, server: { ...server, ...(absence !== undefined && { skipReason: absence }) } });
  }
  return asked;
};

/** Why there is nothing to compare: what the first target says where all of them refuse. */
const findCommonSkipReason = (entrants: readonly FanOutConnection[]): string | undefined => {
  const targets = entrants.map(({ server }) => server).filter(({ role }) => role === 'target');
  return targets.every(({ skipReason }) => skipReason !== undefined) ? targets[0]?.skipReason : undefined;
};

/** Why the target does not serve so many, in its words; one that breaks is for the race to report. */
const findRejection = async (
  { subscribers }: FanOutComparison,
  entrant: FanOutConnection,
): Promise<string | undefined> => {
  try {
    const opened = await entrant.connect(subscribers, 0);
    return 'refusal' in opened ? opened.refusal : undefined;
  } catch {
    return undefined;
  }
};

/** A comparison that every target refuses says nothing, so nobody runs. */
const skipAllCandidates = (comparison: Comparison, skipReason: string): Comparison => ({
  ...comparison,
  candidates: comparison.candidates.map((candidate) => ({ ...candidate, skipReason })),
});

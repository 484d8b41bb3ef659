import {
  type Candidate,
  type Comparison,
  JobError,
  type Metric,
  type RoundBudget,
} from '../harness/candidate.ts';
import { createFanOutConnection, type FanOutConnection } from './fan-out-load-driver.ts';
import { coalescedTcpName, listHubServers, rawTcpName } from './hub-servers.ts';
import { canReadCpu, measureCpu, p50Metric, p99Metric } from './metrics.ts';
import type { BenchPlan } from '../harness/bench-plan.ts';
import type { TriggerPace } from '../load/send-and-count-events.ts';
import type { Suite, SuiteContext } from './suite.ts';

const deliveriesMetric: Metric = { key: 'deliveries', label: 'deliveries', unit: 'k/s', better: 'higher' };
const diagnosticMetrics: readonly Metric[] = [
  { key: 'eventsPerMessage', label: 'events a message', unit: '' },
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

/** Deliveries per CPU second. The server could achieve this rate if it never had to wait. */
const perCpuMetric: Metric = { key: 'perCpu', label: 'deliveries', unit: 'k/s of CPU', better: 'higher' };

/**
 * The metrics of comparisons with one trigger at a time, and the metrics of comparisons with triggers as fast as
 * possible.
 */
interface FanOutMetrics {
  readonly turns: readonly Metric[];
  readonly pipelined: readonly Metric[];
}

/**
 * Returns the metrics. With one trigger at a time, throughput depends mostly on the scheduler, so throughput receives a
 * ratio only when CPU time is not available.
 */
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

/**
 * The limit is large enough that server and generator never wait for each other, but too small for any client to fall
 * behind.
 */
const maxEventsInFlight = 256;

/** Approximate number of deliveries per millisecond for a server that writes each delivery separately. */
const minDeliveriesPerMs = 100;
/** Minimum number of rounds per start, regardless of how long rounds take. */
const minRounds = 4;

/**
 * Returns fewer rounds for many subscribers, because even the smallest round then lasts longer than the planned round
 * length.
 */
const getRoundBudget = (
  deliveries: number,
  { roundMs, rounds, deadlineMs }: BenchPlan,
): Pick<FanOutComparison, 'budget'> => {
  const estimatedMs = deliveries / minDeliveriesPerMs;
  if (estimatedMs <= roundMs) return {};
  const affordableRounds = Math.ceil((rounds * roundMs) / estimatedMs);
  return { budget: { rounds: Math.min(rounds, Math.max(minRounds, affordableRounds)), deadlineMs } };
};

const fanOutNote =
  'Every event is triggered through the hub by log.console and counted at every subscriber; a lost, repeated or foreign ' +
  'one fails the candidate. Baselines and peers receive the same triggers and write events of the same length; socket.io has ' +
  'a room for the event type, uWebSockets a topic.';
const generatorLimitNote =
  'Where a generator uses nearly a whole core, it is the bottleneck, and the server could do more.';

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
  /** Name of the baseline that ratios refer to. */
  readonly reference: string;
  /** Servers that are omitted because another server does the same work in this comparison. */
  readonly excludedServers?: readonly string[];
}

/** Measures the delivery of one event to N subscribers on bare WebSockets. */
export const fanOutSuite: Suite = {
  id: 'fan-out',
  title: 'Event fan-out',
  starts: 2,
  async run(context) {
    const { plan } = context;
    const metrics = await getFanOutMetrics(context);
    const comparisons = [
      ...plan.subscribers.flatMap((subscribers) =>
        plan.bursts.map((burst) => createTurnComparison(subscribers, burst, plan, metrics.turns)),
      ),
      ...plan.pipelined.flatMap((subscribers) =>
        plan.bursts.map((burst) => createPipelinedComparison(subscribers, burst, plan, metrics.pipelined)),
      ),
      createPacedComparison(plan),
    ];
    const connections = listHubServers(context).map((hubServer) =>
      createFanOutConnection(context, hubServer),
    );
    const sizes = { messageBytes: 300 };
    for (const [at, fanOut] of comparisons.entries()) {
      const checked = await skipRejectingTargets(fanOut, connections);
      // Comparisons with more subscribers run code that has already been compiled.
      const isWarm = at >= plan.bursts.length;
      const comparison = toComparison({ ...fanOut, isWarm }, checked, sizes, plan.roundCount);
      const refusal = findCommonSkipReason(checked);
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
  note: `${fanOutNote} A trigger of ${formatEventCount(burst)} is sent when the last event of the previous one has reached its first subscriber, so a server never finds two triggers at once: ${burst === 1 ? 'each delivery is one write, for every subscriber' : 'the server decides how many writes its events take'}. Few subscribers do not keep a server busy this way; its CPU time shows what it could deliver. ${generatorLimitNote}`,
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
  note: `${fanOutNote} At most ${maxEventsInFlight} events are in flight, and a server may find several triggers at once. A target that joins their events saves writes: ${coalescedTcpName} does so too, ${rawTcpName} joins only those of one trigger. ${generatorLimitNote}`,
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
  // The previous comparison has warmed up the same code at a higher rate, so no warm-up is needed.
  budget: { rounds, isCold: true, deadlineMs },
  excludedServers: [coalescedTcpName],
});

/** The length of messages. The first target's message length applies to all servers. */
interface MessageSize {
  messageBytes: number;
}

const toComparison = (
  { excludedServers = [], isWarm, ...fanOut }: FanOutComparison & { readonly isWarm: boolean },
  connections: readonly FanOutConnection[],
  sizes: MessageSize,
  count: number,
): Comparison => ({
  id: fanOut.id,
  title: fanOut.title,
  note: fanOut.note,
  metrics: fanOut.metrics,
  ...(fanOut.budget && { budget: fanOut.budget }),
  ...(isWarm && { isWarm }),
  reference: fanOut.reference,
  candidates: connections
    .filter(({ server }) => !excludedServers.includes(server.name))
    .map((connection) => createCandidate(connection, fanOut, sizes, count)),
});

const createCandidate = (
  { server, ...connection }: FanOutConnection,
  { subscribers, burst, ms, pace }: FanOutComparison,
  sizes: MessageSize,
  count: number,
): Candidate => ({
  name: server.name,
  role: server.role,
  ...(server.target !== undefined && { target: server.target }),
  ...(server.skipReason !== undefined && { skipReason: server.skipReason }),
  async open() {
    const opened = await connection.connect(subscribers, sizes.messageBytes);
    if ('refusal' in opened) throw new JobError(opened.refusal);
    if (server.isReference) sizes.messageBytes = opened.messageBytes;
  },
  async round() {
    const { result, cpuMs } = await measureCpu(server.getPid(), () =>
      connection.run({ burst, ms, count, pace }),
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
});

/** Skips each target that rejects this many subscribers. */
const skipRejectingTargets = async (
  fanOut: FanOutComparison,
  connections: readonly FanOutConnection[],
): Promise<FanOutConnection[]> => {
  const checked: FanOutConnection[] = [];
  for (const connection of connections) {
    const { server } = connection;
    const rejection = server.role === 'target' ? await findRejection(fanOut, connection) : undefined;
    checked.push({
      ...connection,
      server: { ...server, ...(rejection !== undefined && { skipReason: rejection }) },
    });
  }
  return checked;
};

/** Returns the first target's reason when all targets reject, so that there is nothing to compare. */
const findCommonSkipReason = (connections: readonly FanOutConnection[]): string | undefined => {
  const targets = connections.map(({ server }) => server).filter(({ role }) => role === 'target');
  return targets.every(({ skipReason }) => skipReason !== undefined) ? targets[0]?.skipReason : undefined;
};

/** Returns the target's reason for rejecting this many subscribers. Other errors are left to the comparison. */
const findRejection = async (
  { subscribers }: FanOutComparison,
  connection: FanOutConnection,
): Promise<string | undefined> => {
  try {
    const opened = await connection.connect(subscribers, 0);
    return 'refusal' in opened ? opened.refusal : undefined;
  } catch {
    return undefined;
  }
};

/** Skips all candidates in a comparison that every target rejects, because the comparison would be pointless. */
const skipAllCandidates = (comparison: Comparison, skipReason: string): Comparison => ({
  ...comparison,
  candidates: comparison.candidates.map((candidate) => ({ ...candidate, skipReason })),
});

import {
  type Candidate,
  type Comparison,
  JobError,
  type Metric,
  type RoundBudget,
} from '../../harness/candidate.ts';
import { pinToCore } from '../../harness/cpu-cores.ts';
import { builtCliPath } from '../../start-cli-process.ts';
import { startNatsServer } from '../../start-nats-server.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { createTarget } from '../../target/target.ts';
import { lazy } from '#spec/lazy.ts';
import { measureCpu, p50Metric, p99Metric } from '../metrics.ts';
import { getRelaysSkipReason, type RunningRelays, startRelays } from './start-relays.ts';
import type { TriggerPace } from '../../load/send-and-count-events.ts';
import type { Suite, SuiteContext } from '../suite.ts';

/** Pins a process that a suite has started itself to the core that is reserved for measured processes. */
const pinMeasuredProcess = ({ cores }: Pick<SuiteContext, 'cores'>, pid: number | undefined): void => {
  if (cores && pid !== undefined) pinToCore(pid, cores.measured);
};

/** Measures the cost of relays, and the capacity that relays add. The server under test is not involved. */
export const relaySuite: Suite = {
  id: 'relay',
  title: 'Relays',
  async run(context) {
    await comparePublishing(context);
    await compareDeliveries(context);
  },
};

const publishingMetrics: readonly Metric[] = [
  { key: 'addedUs', label: 'CPU added an event', unit: 'µs', better: 'lower' },
  { key: 'eventUs', label: 'CPU an event', unit: 'µs', better: 'lower' },
];

const batchCount = 100;
const eventsPerBatch = 100;

/** Measures the additional cost of publishing an event to the broker. */
const comparePublishing = (context: SuiteContext): Promise<void> => {
  const { compare, plan } = context;
  const skipReason = getRelaysSkipReason(context);
  let disposers: (() => Promise<void>)[] = [];
  let services: Awaited<ReturnType<typeof startService>>[] = [];
  const startService = async (options: readonly string[]) => {
    const server = await startTemporaryServer(builtCliPath, 'embedded', options);
    disposers.push(server.stop);
    pinMeasuredProcess(context, server.pid);
    return createTarget(server);
  };
  const repeats = plan.quick ? 2 : batchCount;
  const candidate: Candidate = {
    name: 'published',
    role: 'target',
    ...(skipReason !== undefined && { skipReason }),
    async open() {
      const nats = await startNatsServer();
      disposers.push(nats.close);
      services = [await startService([]), await startService(['--nats', nats.url])];
    },
    async round() {
      const costs: number[] = [];
      for (const service of services) {
        const operation = { method: 'POST', path: '/api/actions/log/console', body: { message: 'an event' } };
        const body = { operations: Array.from({ length: eventsPerBatch }, () => operation) };
        const { cpuMs } = await measureCpu(service.pid, async () => {
          for (let batch = 0; batch < repeats; batch += 1) await service.call('POST', '/api/batch', body);
        });
        costs.push((cpuMs * 1_000) / (repeats * eventsPerBatch));
      }
      const [withoutRelay = Number.NaN, withRelay = Number.NaN] = costs;
      return { addedUs: withRelay - withoutRelay, eventUs: withRelay };
    },
    async close() {
      for (const dispose of disposers.toReversed()) await dispose();
      disposers = [];
    },
  };
  return compare({
    id: 'relay/publishing',
    title: `Batches of ${eventsPerBatch} log.console, with a carrier and without`,
    note: 'Two servers of this package do the same in turns; the extra cost of the one on a NATS server is the cost of publishing an event. There are no subscribers, because their number makes no difference to it.',
    metrics: publishingMetrics,
    reference: 'published',
    budget: { rounds: plan.longRounds, deadlineMs: 40_000 },
    candidates: [candidate],
  });
};

const perCpuMetric: Metric = { key: 'perCpu', label: 'deliveries', unit: 'k/s of CPU', better: 'higher' };

const referenceName = 'the service';

/**
 * The timeout is long, because a relay that NATS has disconnected may need up to three seconds, or longer on a busy
 * machine, to notice the loss before it delivers everything.
 */
const idleTimeoutMs = 10_000;

interface DeliveryComparison {
  readonly id: string;
  readonly title: string;
  readonly metrics: readonly Metric[];
  readonly subscribers: number;
  readonly pace: TriggerPace;
  readonly ms: number;
  readonly budget: RoundBudget;
  /** The number of relays for each candidate. With 0 relays, the service itself is measured. */
  readonly relays: readonly number[];
}

/**
 * Measures the cost and the latency of a delivery at a hub. All hubs have the same number of subscribers, and only one
 * hub is measured.
 */
const compareDeliveries = async (context: SuiteContext): Promise<void> => {
  const { plan } = context;
  const { subscribers, perSecond, ms } = plan.pace;
  const { rounds, warmUpMs, longRounds, roundMs } = plan;
  const deadlineMs = 40_000;
  const comparisons: readonly DeliveryComparison[] = [
    {
      id: 'relay/deliveries',
      title: '1,000 subscribers of a hub, an event at a time',
      ...{ subscribers: plan.quick ? 20 : 1_000, pace: 'one at a time', relays: [0, 1] },
      ...{ metrics: [perCpuMetric], ms: roundMs, budget: { rounds, warmUpMs, deadlineMs } },
    },
    {
      id: 'relay/latency',
      title: `${subscribers} subscribers of each hub, ${perSecond} events a second`,
      ...{ subscribers, pace: { perSecond }, relays: plan.quick ? [0, 1, 2] : [0, 1, 2, 4] },
      // The hubs share this machine's cores, so the latency at one hub depends on which other hubs ran before it.
      metrics: [perCpuMetric, { ...p50Metric, isErratic: true }, p99Metric],
      ...{ ms, budget: { rounds: longRounds, deadlineMs } },
    },
  ];
  for (const comparison of comparisons) await context.compare(createComparison(context, comparison));
};

const createComparison = (context: SuiteContext, comparison: DeliveryComparison): Comparison => ({
  ...{
    id: comparison.id,
    title: comparison.title,
    metrics: comparison.metrics,
    budget: comparison.budget,
    reference: referenceName,
  },
  note: 'Servers of this package on a NATS server with JetStream. log.console triggers the events at the measured hub; CPU is that of its process, which for a relay excludes the service and NATS.',
  candidates: comparison.relays.map((count) => createCandidate(context, comparison, count)),
});

const formatCandidateName = (relays: number): string => {
  if (relays === 0) return referenceName;
  return relays === 1 ? 'a relay' : `one of ${relays} relays`;
};

const createCandidate = (
  context: SuiteContext,
  comparison: DeliveryComparison,
  relays: number,
): Candidate => {
  const { plan, start } = context;
  const skipReason = getRelaysSkipReason(context);
  const loads = Array.from({ length: Math.max(1, relays) }, () => lazy(() => start('fan-out-load')));
  let relaysInUse: RunningRelays | undefined;
  return {
    name: formatCandidateName(relays),
    role: relays === 0 ? 'floor' : 'target',
    ...(skipReason !== undefined && { skipReason }),
    async open() {
      relaysInUse = await startRelays(relays);
      const hubs = relays === 0 ? relaysInUse.hubs : relaysInUse.hubs.slice(1);
      pinMeasuredProcess(context, hubs[0]?.pid);
      for (const [at, { hub }] of hubs.entries()) {
        const opened = await loads[at]?.().call('open', {
          hub,
          protocol: 'signalr',
          subscribers: comparison.subscribers,
        });
        if (opened && 'refusal' in opened) throw new JobError(opened.refusal);
      }
    },
    async round() {
      const measured = relaysInUse?.hubs[Math.min(1, relays)];
      const { pace, ms } = comparison;
      const { result, cpuMs } = await measureCpu(measured?.pid, async () => {
        const run = await loads[0]?.().call('run', {
          burst: 1,
          ms,
          count: plan.roundCount,
          pace,
          idleTimeoutMs,
        });
        if (!run) throw new JobError('there is no load');
        return run;
      });
      if (result.failure !== undefined) throw new JobError(result.failure);
      return { perCpu: result.deliveries / cpuMs, p50Ms: result.p50Ms, p99Ms: result.p99Ms };
    },
    async close() {
      for (const load of loads) await load().call('close', undefined);
      await relaysInUse?.stop();
    },
  };
};

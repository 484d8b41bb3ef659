import { startNatsServer } from '../../start-nats-server.ts';
import { builtCliPath } from '../../start-cli-process.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { createTarget } from '../../target/target.ts';
import { measureCpu } from '../server-cpu.ts';
import { pinMeasuredProcess } from '../pin-measured-process.ts';
import type { Candidate, Metric } from '../../harness/candidate.ts';
import { getRelaysSkipReason } from './start-relays.ts';
import type { SuiteContext } from '../suite.ts';

const publishingMetrics: readonly Metric[] = [
  { key: 'addedUs', label: 'CPU added an event', unit: 'µs', better: 'lower' },
  { key: 'eventUs', label: 'CPU an event', unit: 'µs', better: 'lower' },
];

const batchCount = 100;
const eventsPerBatch = 100;

/** Measures the additional cost of publishing an event to the broker. */
export const comparePublishing = (context: SuiteContext): Promise<void> => {
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

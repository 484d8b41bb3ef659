import type { StallLoadOptions } from '../load/stalled-client-load.ts';
import { JobError } from '../harness/candidate.ts';
import { readResidentMb } from '../harness/process-memory.ts';
import { withScratchGraphs } from '../target/scratch-graph.ts';
import { p50Metric, p99Metric } from './metrics.ts';
import { lazy } from '#spec/lazy.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const memoryMetric: Metric = { key: 'grownMb', label: 'memory grown', unit: 'MB' };
const outcomeMetrics: readonly Metric[] = [
  { key: 'told', label: 'told of a gap', unit: '' },
  { key: 'closed', label: 'closed with a reason', unit: '' },
  { key: 'cut', label: 'cut off', unit: '' },
];

const clientCount = 20;
const stalledCount = clientCount / 2;
const referenceName = 'all read';
const stalledCandidateName = `${stalledCount} stalled`;

/** Measures how clients that do not read affect the other clients and the server. */
export const backpressureSuite: Suite = {
  id: 'backpressure',
  title: 'Clients that do not read',
  async run(context) {
    const { targets, plan } = context;
    const { burst, perSecond } = plan.stall;
    await withScratchGraphs(targets, async (graphs) => {
      // The graphs' OnNewFrame nodes raise high-volume events, which are shed for slow clients.
      for (const { target, graphId } of graphs)
        for (const step of ['sync', 'run']) await target.call('POST', `/api/graphs/${graphId}/${step}`);
      const memories = await Promise.all(targets.map(({ pid }) => pid && readResidentMb(pid)));
      const canReadMemory = memories.some((mb) => mb !== undefined);
      await context.compare({
        id: `backpressure/${clientCount}`,
        title: `${clientCount} subscribers, ${burst * perSecond} events a second; ${stalledCount} of them do not read`,
        note: `log.console in bursts of ${burst}, and the node.* events of a running graph. Latency is that of the subscribers that read; each of them must receive every event. The others stop reading when the events begin and continue ${plan.stall.ms / 1000} s later. The table counts how many then find a declared gap, a Close with a reason, or a lost connection. Memory is the maximum of the server process minus its maximum in earlier rounds in which every client read, without the first of them.`,
        budget: { rounds: plan.stall.rounds, deadlineMs: plan.deadlineMs },
        metrics: [p50Metric, p99Metric, ...(canReadMemory ? [memoryMetric] : []), ...outcomeMetrics],
        reference: referenceName,
        candidates: createCandidatesPerTarget(context, (targetContext) => {
          const memoryBaseline: MemoryBaseline = { mb: 0 };
          return [
            createCandidate(
              targetContext,
              referenceName,
              { readingClients: clientCount, stalledClients: 0 },
              memoryBaseline,
            ),
            createCandidate(
              targetContext,
              stalledCandidateName,
              { readingClients: clientCount - stalledCount, stalledClients: stalledCount },
              memoryBaseline,
            ),
          ];
        }),
      });
    });
  },
};

/**
 * The maximum memory that the server used while every client was reading. This maximum serves as a baseline, because
 * processes rarely release memory and a heap grows by itself.
 */
interface MemoryBaseline {
  mb: number;
}

const createCandidate = (
  { start, target, plan }: SuiteContext,
  name: string,
  clients: Pick<StallLoadOptions, 'readingClients' | 'stalledClients'>,
  memoryBaseline: MemoryBaseline,
): Candidate => {
  const load = lazy(() => start('stall-load'));
  const { burst, perSecond, ms } = plan.stall;
  const measureOnce = async () => {
    const stopMemoryWatch = startMemoryWatch(target.pid);
    try {
      const result = await load().call('run', {
        ...clients,
        hub: target.hub,
        patterns: ['node.*'],
        load: { burst, ms, count: Number.POSITIVE_INFINITY, pace: { perSecond } },
        settleMs: ms / 2,
      });
      if (result.failure !== undefined) throw new JobError(result.failure);
      return { ...result, mb: stopMemoryWatch() };
    } finally {
      stopMemoryWatch();
    }
  };
  return {
    name,
    role: 'target',
    async open() {
      if (clients.stalledClients === 0) memoryBaseline.mb = (await measureOnce()).mb;
    },
    async round() {
      const { p50Ms, p99Ms, told, closed, cut, mb } = await measureOnce();
      const grownMb = mb - memoryBaseline.mb;
      if (clients.stalledClients === 0) memoryBaseline.mb = Math.max(memoryBaseline.mb, mb);
      return { p50Ms, p99Ms, told, closed, cut, grownMb };
    },
  };
};

const sampleIntervalMs = 50;

/**
 * Starts to sample the memory of a process.
 * @returns a function that stops sampling and returns the maximum in MB
 */
const startMemoryWatch = (pid: number | undefined): (() => number) => {
  let maximum = Number.NaN;
  const timer = setInterval(async () => {
    const now = pid === undefined ? undefined : await readResidentMb(pid);
    if (now !== undefined && !(now < maximum)) maximum = now;
  }, sampleIntervalMs);
  return () => {
    clearInterval(timer);
    return maximum;
  };
};

import { JobFailure } from '../harness/candidate.ts';
import { residentMbOf } from '../harness/process-memory.ts';
import { withScratchGraphs } from '../target/scratch-graph.ts';
import { p50, p99 } from './latency.ts';
import { lazy } from './lazy.ts';
import { ofEach } from './of-each.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const memory: Metric = { key: 'grownMb', label: 'memory grown', unit: 'MB' };
const fates: readonly Metric[] = [
  { key: 'told', label: 'told of a gap', unit: '' },
  { key: 'closed', label: 'closed with a reason', unit: '' },
  { key: 'cut', label: 'cut off', unit: '' },
];

const clients = 20;
const stalled = clients / 2;
const reference = 'all read';
const stalledName = `${stalled} stalled`;

/** What clients that do not read cost those that do, and the server. */
export const backpressure: Suite = {
  id: 'backpressure',
  title: 'Clients that do not read',
  async run(context) {
    const { targets, plan } = context;
    const { burst, perSecond } = plan.stall;
    await withScratchGraphs(targets, async (graphs) => {
      // Their OnNewFrame brings the high-volume events of which a slow client gets fewer.
      for (const { target, graphId } of graphs)
        for (const step of ['sync', 'run']) await target.call('POST', `/api/graphs/${graphId}/${step}`);
      const memories = await Promise.all(targets.map(({ pid }) => pid && residentMbOf(pid)));
      const tellsMemory = memories.some((mb) => mb !== undefined);
      await context.compare({
        id: `backpressure/${clients}`,
        title: `${clients} subscribers, ${burst * perSecond} events a second; ${stalled} of them do not read`,
        note: `log.console in bursts of ${burst}, and the node.* events of a running graph. Latency is that of the subscribers that read; each of them has to get every event. The others stop reading when the events begin and read on ${plan.stall.ms / 1000} s later: it is counted how many find a gap declared, a Close with a reason, or their connection gone. Memory is the most that the server process holds over the most that it held in rounds before in which everyone read, the first of them not counted.`,
        budget: { rounds: plan.stall.rounds, deadlineMs: plan.deadlineMs },
        metrics: [p50, p99, ...(tellsMemory ? [memory] : []), ...fates],
        reference,
        candidates: ofEach(context, (one) => {
          const base: Base = { mb: 0 };
          return [
            candidateOf(one, reference, { reading: clients, stalled: 0 }, base),
            candidateOf(one, stalledName, { reading: clients - stalled, stalled }, base),
          ];
        }),
      });
    });
  },
};

/** The most that the server held while everyone read; memory once taken is rarely given back, and a heap grows by itself. */
interface Base {
  mb: number;
}

const candidateOf = (
  { start, target, plan }: SuiteContext,
  name: string,
  audience: { readonly reading: number; readonly stalled: number },
  base: Base,
): Candidate => {
  const load = lazy(() => start('stall-load'));
  const { burst, perSecond, ms } = plan.stall;
  const run = async () => {
    const mostMemory = watchMemory(target.pid);
    try {
      const result = await load().ask('run', {
        ...audience,
        hub: target.hub,
        patterns: ['node.*'],
        load: { burst, ms, count: Number.POSITIVE_INFINITY, pace: { perSecond } },
        afterMs: ms / 2,
      });
      if (result.complaint !== undefined) throw new JobFailure(result.complaint);
      return { ...result, mb: mostMemory() };
    } finally {
      mostMemory();
    }
  };
  return {
    name,
    role: 'target',
    async open() {
      if (audience.stalled === 0) base.mb = (await run()).mb;
    },
    async round() {
      const { p50Ms, p99Ms, told, closed, cut, mb } = await run();
      const grownMb = mb - base.mb;
      if (audience.stalled === 0) base.mb = Math.max(base.mb, mb);
      return { p50Ms, p99Ms, told, closed, cut, grownMb };
    },
    close: async () => {},
  };
};

const samplingMs = 50;

/** Begins to read the memory of a process. @returns a function that ends it and answers the most that was seen, in MB */
const watchMemory = (pid: number | undefined): (() => number) => {
  let most = Number.NaN;
  const timer = setInterval(async () => {
    const now = pid === undefined ? undefined : await residentMbOf(pid);
    if (now !== undefined && !(now < most)) most = now;
  }, samplingMs);
  return () => {
    clearInterval(timer);
    return most;
  };
};

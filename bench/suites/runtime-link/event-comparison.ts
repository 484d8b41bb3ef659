import type { Candidate, Metric } from '../../harness/candidate.ts';
import type { LinkTransport } from '../../micro/linked-runtime.ts';
import type { SuiteContext } from '../suite.ts';

const eventMetrics: readonly Metric[] = [
  { key: 'perCpu', label: 'events', unit: 'k/s of CPU of both ends', better: 'higher' },
  { key: 'events', label: 'events', unit: 'k/s', better: 'higher' },
];

const chainLength = 200;
const referenceName = 'nobody at the link';

/** Measures the begin and end events of every node, for a service that has subscribed to them. */
export const compareEvents = (context: SuiteContext): Promise<void> =>
  context.compare({
    id: 'runtime-link/events',
    title: `node.executing and node.done of ${chainLength} nodes in each step`,
    note: 'Steps as fast as their events are accepted, each with one message of events; both ends are in one process. Every event must arrive. The baseline makes the same steps and raises the same events, which are counted and discarded.',
    metrics: eventMetrics,
    reference: referenceName,
    candidates: [
      createCandidate(context, { name: 'over the link, JSON', role: 'target' }, 'json'),
      createCandidate(context, { name: 'over the link, MessagePack', role: 'target' }, 'messagepack'),
      createCandidate(context, { name: 'in process', role: 'floor' }, 'in process'),
      createCandidate(context, { name: referenceName, role: 'floor' }),
    ],
  });

const createCandidate = (
  context: SuiteContext,
  identity: Pick<Candidate, 'name' | 'role'>,
  transport?: LinkTransport,
): Candidate => {
  const child = context.start('link-events');
  const { roundMs } = context.plan;
  return {
    ...identity,
    open: () => child.call('prepare', { nodes: chainLength, ...(transport !== undefined && { transport }) }),
    async round() {
      const { events, ms, cpuMs } = await child.call('run', { ms: roundMs, count: maxEventsPerRound });
      return { perCpu: events / cpuMs, events: events / ms };
    },
    close: () => child.stop(),
  };
};

/** Upper limit of events in a round, on any machine. */
const maxEventsPerRound = 50_000_000;

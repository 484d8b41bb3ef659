import type { Candidate, Metric } from '../../harness/candidate.ts';
import type { Way } from '../../micro/linked-runtime.ts';
import type { SuiteContext } from '../suite.ts';

const metrics: readonly Metric[] = [
  { key: 'perCpu', label: 'events', unit: 'k/s of CPU of both ends', better: 'higher' },
  { key: 'events', label: 'events', unit: 'k/s', better: 'higher' },
];

const nodes = 200;
const reference = 'nobody at the link';

/** The beginning and the end of every node, to a service that has asked for them. */
export const compareEvents = (context: SuiteContext): Promise<void> =>
  context.compare({
    id: 'runtime-link/events',
    title: `node.executing and node.done of ${nodes} nodes in each step`,
    note: 'Steps as fast as their events are taken, each with one message of events; both ends are in one process. Every event has to come. The floor makes the same steps and raises the same events, which are counted and thrown away.',
    metrics,
    reference,
    candidates: [
      contestant(context, { name: 'over the link, JSON', role: 'target' }, 'json'),
      contestant(context, { name: 'over the link, MessagePack', role: 'target' }, 'messagepack'),
      contestant(context, { name: 'in process', role: 'floor' }, 'in process'),
      contestant(context, { name: reference, role: 'floor' }),
    ],
  });

const contestant = (
  context: SuiteContext,
  entrant: Pick<Candidate, 'name' | 'role'>,
  way?: Way,
): Candidate => {
  const child = context.start('link-events');
  const { roundMs } = context.plan;
  return {
    ...entrant,
    open: () => child.ask('prepare', { nodes, ...(way !== undefined && { way }) }),
    async round() {
      const { events, ms, cpuMs } = await child.ask('run', { ms: roundMs, count: mostEvents });
      return { perCpu: events / cpuMs, events: events / ms };
    },
    close: () => child.stop(),
  };
};

/** Of a round, whatever the machine. */
const mostEvents = 50_000_000;

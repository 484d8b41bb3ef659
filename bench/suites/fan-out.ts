import { JobFailure } from '../harness/candidate.ts';
import type { Candidate, Comparison, Metric } from '../harness/candidate.ts';
import type { Child } from '../child/child-process.ts';
import type { FanOutOrder } from '../load/flood.ts';
import type { HubAddress } from '../load/hub-connection.ts';
import type { Suite, SuiteContext } from './suite.ts';

const throughput: readonly Metric[] = [
  { key: 'deliveries', label: 'deliveries', unit: 'k/s', better: 'higher' },
  { key: 'eventsPerMessage', label: 'events a message', unit: '' },
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

const latency: readonly Metric[] = [
  { key: 'p50Ms', label: 'p50', unit: 'ms', better: 'lower' },
  { key: 'p99Ms', label: 'p99', unit: 'ms', better: 'lower' },
];

const reference = 'raw TCP';

/** Enough that server and generator never wait for each other, too few for any client to fall behind. */
const eventsUnderWay = 256;

const job =
  'Every event is caused through the hub by log.console and counted at every subscriber; a lost, repeated or foreign ' +
  'one fails the candidate. Floors take the same triggers and write events of the same length.';

/** One event to N subscribers on bare WebSockets that speak the SignalR JSON protocol. */
export const fanOut: Suite = {
  id: 'fan-out',
  title: 'Event fan-out',
  async run(context) {
    const { plan } = context;
    const contestants = startContestants(context);
    for (const subscribers of plan.subscribers) {
      for (const burst of plan.bursts) {
        await context.compare(saturation(context, contestants, subscribers, burst));
      }
    }
    await context.compare(pacing(context, contestants));
  },
};

const saturation = (
  { plan }: SuiteContext,
  contestants: readonly Contestant[],
  subscribers: number,
  burst: number,
): Comparison => {
  const order: FanOutOrder = {
    burst,
    ms: plan.roundMs,
    count: plan.roundCount,
    window: eventsUnderWay,
  };
  return {
    id: `fan-out/${subscribers}x${burst}`,
    title: `${subscribers} subscribers, ${burst} ${burst === 1 ? 'event' : 'events'} a trigger, as fast as they come`,
    note: `${job} At most ${eventsUnderWay} events are under way. Events of several triggers may share a message. Where a generator uses nearly a whole core it is the limit, and the server could do more.`,
    metrics: throughput,
    reference,
    candidates: contestants.map((contestant) => race(contestant, subscribers, order)),
  };
};

const pacing = ({ plan }: SuiteContext, contestants: readonly Contestant[]): Comparison => {
  const { subscribers, perSecond, ms } = plan.pace;
  const order: FanOutOrder = { burst: 1, ms, count: plan.roundCount, perSecond };
  return {
    id: `fan-out/latency-${subscribers}`,
    title: `${subscribers} subscribers, ${perSecond} events a second, from the trigger to each delivery`,
    note: job,
    metrics: latency,
    reference,
    candidates: contestants.map((contestant) => race(contestant, subscribers, order)),
  };
};

/** A hub and the load generator that belongs to it, for the length of the suite. */
interface Contestant {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly load: Child<'fan-out-load'>;
  /** Answers where the hub is, given how long the target's messages are. */
  locate(messageBytes: number): Promise<HubAddress>;
  /** What the contestants share: the target goes first and sets the length of a message. */
  readonly sizes: { messageBytes: number };
}

const startContestants = ({ start, target }: SuiteContext): Contestant[] => {
  const sizes = { messageBytes: 300 };
  const floor = (name: string, role: 'tcp-floor' | 'ws-floor'): Contestant => {
    const child = start(role);
    return {
      name,
      role: 'floor',
      load: start('fan-out-load'),
      locate: async (messageBytes) => {
        const { port } = await child.ask('listen', { messageBytes });
        return { host: '127.0.0.1', port, path: '/' };
      },
      sizes,
    };
  };
  return [
    { name: 'target', role: 'target', load: start('fan-out-load'), locate: async () => target.hub, sizes },
    floor(reference, 'tcp-floor'),
    floor('ws.send per event', 'ws-floor'),
  ];
};

const race = (
  { name, role, load, locate, sizes }: Contestant,
  subscribers: number,
  order: FanOutOrder,
): Candidate => ({
  name,
  role,
  async open() {
    const { messageBytes } = await load.ask('open', { hub: await locate(sizes.messageBytes), subscribers });
    if (role === 'target') sizes.messageBytes = messageBytes;
  },
  async round() {
    const result = await load.ask('run', order);
    if (result.complaint !== undefined) throw new JobFailure(result.complaint);
    return {
      deliveries: result.deliveries / result.ms,
      eventsPerMessage: result.eventsPerMessage,
      generatorCpu: result.generatorCpu,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    };
  },
  close: () => load.ask('close', undefined),
});

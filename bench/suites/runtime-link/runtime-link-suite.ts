import { p50Metric, p99Metric } from '../metrics.ts';
import { createChildProcessCandidate } from '../child-process-candidate.ts';
import { compareFloodedLink } from './flooded-link-comparison.ts';
import { compareBusyRuntime } from './busy-runtime-comparison.ts';
import type { ChildProcessHandle } from '../../child/child-process.ts';
import type { Candidate, Metric } from '../../harness/candidate.ts';
import type { CommandLoadResult } from '../../micro/drive-commands.ts';
import type { LinkTransport } from '../../micro/linked-runtime.ts';
import type { Suite, SuiteContext } from '../suite.ts';

/** Measures the cost and the benefit of a runtime in a separate process. The server under test is not involved. */
export const runtimeLinkSuite: Suite = {
  id: 'runtime-link',
  title: 'The runtime link',
  starts: 2,
  async run(context) {
    await compareCommands(context);
    await compareEvents(context);
    await compareBusyRuntime(context);
    await compareFloodedLink(context);
  },
};

const eventMetrics: readonly Metric[] = [
  { key: 'perCpu', label: 'events', unit: 'k/s of CPU of both ends', better: 'higher' },
  { key: 'events', label: 'events', unit: 'k/s', better: 'higher' },
];

const chainLength = 200;
const unwatchedName = 'nobody at the link';

/** Measures the begin and end events of every node, for a service that has subscribed to them. */
const compareEvents = (context: SuiteContext): Promise<void> =>
  context.compare({
    id: 'runtime-link/events',
    title: `node.executing and node.done of ${chainLength} nodes in each step`,
    note: 'Steps as fast as their events are accepted, each with one message of events; both ends are in one process. Every event must arrive. The baseline makes the same steps and raises the same events, which are counted and discarded.',
    metrics: eventMetrics,
    reference: unwatchedName,
    candidates: [
      createCandidate(context, { name: 'over the link, JSON', role: 'target' }, 'json'),
      createCandidate(context, { name: 'over the link, MessagePack', role: 'target' }, 'messagepack'),
      createCandidate(context, { name: 'in process', role: 'floor' }, 'in process'),
      createCandidate(context, { name: unwatchedName, role: 'floor' }),
    ],
  });

const createCandidate = (
  context: SuiteContext,
  identity: Pick<Candidate, 'name' | 'role'>,
  transport?: LinkTransport,
): Candidate => {
  const { roundMs } = context.plan;
  return createChildProcessCandidate(
    context,
    identity,
    'link-events',
    async (child) => {
      const { events, ms, cpuMs } = await child.call('run', { ms: roundMs, count: maxEventsPerRound });
      return { perCpu: events / cpuMs, events: events / ms };
    },
    (child) => child.call('prepare', { nodes: chainLength, ...(transport !== undefined && { transport }) }),
  );
};

/** Upper limit of events in a round, on any machine. */
const maxEventsPerRound = 50_000_000;

const commandMetrics: readonly Metric[] = [
  { key: 'cpuUs', label: 'CPU of both ends', unit: 'µs', better: 'lower' },
  { key: 'wallUs', label: 'wall', unit: 'µs', better: 'lower' },
  p50Metric,
  p99Metric,
];

const referenceName = 'in process';

/** Compares a command over the runtime link with the same command without the link, and with a command over the hub. */
const compareCommands = async (context: SuiteContext): Promise<void> => {
  for (const window of [1, 32]) {
    await context.compare({
      id: `runtime-link/commands-${window}`,
      title: `log.console as a command to the runtime, ${window} under way`,
      note: 'Cost of one command. Both ends are in one process, with a WebSocket between them; each command raises one event, which crosses the link before its response. SendAction is what a client of the hub sends with a request id, with client, hub and runtime in one process; the client receives the event, too. Every command must get a response, and none may be rejected.',
      metrics: commandMetrics,
      reference: referenceName,
      candidates: [
        createLinkCandidate(context, window, { name: 'over the link, JSON', role: 'target' }, 'json'),
        createLinkCandidate(
          context,
          window,
          { name: 'over the link, MessagePack', role: 'target' },
          'messagepack',
        ),
        createLinkCandidate(context, window, { name: referenceName, role: 'floor' }, 'in process'),
        createHubCandidate(context, window),
      ],
    });
  }
};

const createLinkCandidate = (
  context: SuiteContext,
  window: number,
  identity: Pick<Candidate, 'name' | 'role'>,
  transport: LinkTransport,
): Candidate =>
  createChildProcessCandidate(
    context,
    identity,
    'link-commands',
    (child) => measureCommands(context, window, child),
    (child) => child.call('prepare', { transport }),
  );

const createHubCandidate = (context: SuiteContext, window: number): Candidate =>
  createChildProcessCandidate(
    context,
    { name: 'SendAction over the hub', role: 'peer' },
    'hub-commands',
    (child) => measureCommands(context, window, child),
    (child) => child.call('prepare', undefined),
  );

const measureCommands = async (
  { plan }: SuiteContext,
  window: number,
  child: ChildProcessHandle<'link-commands'> | ChildProcessHandle<'hub-commands'>,
) => {
  const load = { maxInFlight: window, ms: plan.roundMs, count: plan.roundCount };
  const { completed, ms, cpuMs, p50Ms, p99Ms }: CommandLoadResult = await child.call('run', load);
  return { cpuUs: (cpuMs * 1000) / completed, wallUs: (ms * 1000) / completed, p50Ms, p99Ms };
};

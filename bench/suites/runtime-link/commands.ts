import { p50, p99 } from '../latency.ts';
import type { Child } from '../../child/child-process.ts';
import type { Candidate, Metric } from '../../harness/candidate.ts';
import type { CommandResult } from '../../micro/command-load.ts';
import type { Way } from '../../micro/linked-runtime.ts';
import type { SuiteContext } from '../suite.ts';

const metrics: readonly Metric[] = [
  { key: 'cpuUs', label: 'CPU of both ends', unit: 'µs', better: 'lower' },
  { key: 'wallUs', label: 'wall', unit: 'µs', better: 'lower' },
  p50,
  p99,
];

const reference = 'in process';

/** A command over the link, beside the same command without it and beside one over the hub. */
export const compareCommands = async (context: SuiteContext): Promise<void> => {
  for (const window of [1, 32]) {
    await context.compare({
      id: `runtime-link/commands-${window}`,
      title: `log.console as a command to the runtime, ${window} under way`,
      note: 'Figures of one command. Both ends are in one process, with a WebSocket between them; each command raises one event, which crosses the link before its answer. SendAction is what a client of the hub sends with a request id, with client, hub and runtime in one process. Every command has to be answered, and none refused.',
      metrics,
      reference,
      candidates: [
        linked(context, window, { name: 'over the link, JSON', role: 'target' }, 'json'),
        linked(context, window, { name: 'over the link, MessagePack', role: 'target' }, 'messagepack'),
        linked(context, window, { name: reference, role: 'floor' }, 'in process'),
        overHub(context, window),
      ],
    });
  }
};

const linked = (
  context: SuiteContext,
  window: number,
  entrant: Pick<Candidate, 'name' | 'role'>,
  way: Way,
): Candidate => {
  const child = context.start('link-commands');
  return {
    ...entrant,
    open: () => child.ask('prepare', { way }),
    round: () => figuresOf(context, window, child),
    close: () => child.stop(),
  };
};

const overHub = (context: SuiteContext, window: number): Candidate => {
  const child = context.start('hub-commands');
  return {
    ...{ name: 'SendAction over the hub', role: 'peer' },
    open: () => child.ask('prepare', undefined),
    round: () => figuresOf(context, window, child),
    close: () => child.stop(),
  };
};

const figuresOf = async (
  { plan }: SuiteContext,
  window: number,
  child: Child<'link-commands'> | Child<'hub-commands'>,
) => {
  const load = { window, ms: plan.roundMs, count: plan.roundCount };
  const { answered, ms, cpuMs, p50Ms, p99Ms }: CommandResult = await child.ask('run', load);
  return { cpuUs: (cpuMs * 1000) / answered, wallUs: (ms * 1000) / answered, p50Ms, p99Ms };
};

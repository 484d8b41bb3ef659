import { JobFailure } from '../harness/candidate.ts';
import { inOwnProcess } from './own-process.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { GraphsOrder } from '../micro/engine-graphs.ts';
import type { SuiteContext } from './suite.ts';

const perActivation: Metric = { key: 'nsPerActivation', label: 'an activation', unit: 'ns', better: 'lower' };
const perGraph: Metric = { key: 'nsPerGraph', label: 'a graph and tick', unit: 'ns', better: 'lower' };

const counted = (count: number, thing: string): string =>
  `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;

/** Whether what an activation and an idle graph cost depends on how much else there is. */
export const compareGrowth = async (context: SuiteContext): Promise<void> => {
  const { quick } = context.plan;
  const nodes = quick ? [10, 1_000] : [10, 1_000, 100_000];
  await context.compare({
    id: 'engine/nodes',
    title: 'An addition in graphs of growing size',
    note: 'One graph whose whole chain of additions is evaluated once a tick, nobody subscribed. The floors are the same additions as closures over an array, which grow by what memory costs.',
    metrics: [perActivation],
    reference: floorName(10),
    candidates: [
      ...nodes.map((count) =>
        graphs(context, counted(count, 'node'), {
          graphs: 1,
          nodes: count,
          work: 'evaluated',
          subscribed: false,
        }),
      ),
      ...nodes.map((count) => closures(context, count)),
    ],
  });
  const numbers = quick ? [1, 10] : [1, 10, 1_000];
  await context.compare({
    id: 'engine/graphs',
    title: 'An addition among more and more running graphs',
    note: 'Graphs of a hundred additions each, evaluated once a tick, nobody subscribed.',
    metrics: [perActivation, perGraph],
    reference: counted(1, 'graph'),
    candidates: numbers.map((count) =>
      graphs(context, counted(count, 'graph'), {
        graphs: count,
        nodes: 100,
        work: 'evaluated',
        subscribed: false,
      }),
    ),
  });
  await context.compare({
    id: 'engine/idle-graphs',
    title: 'Graphs that run and wait',
    note: 'Graphs of a hundred nodes in which nothing happens: what a tick costs for each of them, the tick itself included.',
    metrics: [perGraph],
    reference: counted(1, 'graph'),
    candidates: numbers.map((count) =>
      graphs(context, counted(count, 'graph'), {
        graphs: count,
        nodes: 100,
        work: 'none',
        subscribed: false,
      }),
    ),
  });
};

/** A chain of flow nodes with and without somebody who hears of each. */
export const compareSubscribed = async (context: SuiteContext): Promise<void> => {
  const nodes = 1_000;
  const reference = 'stringified events';
  await context.compare({
    id: 'engine/subscribed-1000',
    title: `A chain of ${counted(nodes, 'Gate')}, each told of twice`,
    note: 'Every node of the chain is triggered once a tick; its beginning and its end are raised as events and handed over in one batch. The floor writes the same two events out as JSON for each node, and does nothing else.',
    metrics: [{ key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' }, perActivation],
    reference,
    candidates: [
      graphs(context, 'runtime, subscribed', { graphs: 1, nodes, work: 'triggered', subscribed: true }),
      graphs(context, 'runtime, nobody subscribed', {
        graphs: 1,
        nodes,
        work: 'triggered',
        subscribed: false,
      }),
      inOwnProcess(context, { name: reference, role: 'floor' }, 'engine-events-floor', async (child) => {
        const { roundMs, roundCount } = context.plan;
        return figuresOf(await child.ask('run', { nodes, ms: roundMs, count: roundCount }), 1);
      }),
    ],
  });
};

const figuresOf = (
  { activations, ticks, ms }: { readonly activations: number; readonly ticks: number; readonly ms: number },
  graphCount: number,
) => ({
  ...(activations > 0 && {
    activations: activations / ms / 1_000,
    nsPerActivation: (ms * 1e6) / activations,
  }),
  nsPerGraph: (ms * 1e6) / ticks / graphCount,
});

const graphs = (context: SuiteContext, name: string, order: GraphsOrder): Candidate => {
  const child = context.start('engine-graphs');
  const { roundMs, roundCount } = context.plan;
  return {
    name,
    role: 'target',
    open: () => child.ask('prepare', order),
    round: async () => figuresOf(await child.ask('run', { ms: roundMs, count: roundCount }), order.graphs),
    close: () => child.stop(),
  };
};

const floorName = (count: number): string => `closures, ${count.toLocaleString('en')}`;

const closures = (context: SuiteContext, count: number): Candidate =>
  inOwnProcess(context, { name: floorName(count), role: 'floor' }, 'engine-floor', async (child) => {
    const { roundMs, roundCount } = context.plan;
    const { steps, ms, sum } = await child.ask('run', { chain: count, ms: roundMs, count: roundCount });
    if (sum !== count) throw new JobFailure(`the chain of ${count} additions ended in ${sum}`);
    return { nsPerActivation: (ms * 1e6) / (steps * count) };
  });

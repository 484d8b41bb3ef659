import { JobFailure } from '../harness/candidate.ts';
import { graphsOf, perActivation, perGraph } from './engine-graphs.ts';
import { inOwnProcess } from './own-process.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

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
        graphsOf(context, counted(count, 'node'), {
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
      graphsOf(context, counted(count, 'graph'), {
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
      graphsOf(context, counted(count, 'graph'), {
        graphs: count,
        nodes: 100,
        work: 'none',
        subscribed: false,
      }),
    ),
  });
};

const floorName = (count: number): string => `closures, ${count.toLocaleString('en')}`;

const closures = (context: SuiteContext, count: number): Candidate =>
  inOwnProcess(context, { name: floorName(count), role: 'floor' }, 'engine-floor', async (child) => {
    const { roundMs, roundCount } = context.plan;
    const order = { chain: count, links: 'equal', ms: roundMs, count: roundCount } as const;
    const { steps, cpuMs, sum } = await child.ask('run', order);
    if (sum !== count) throw new JobFailure(`the chain of ${count} additions ended in ${sum}`);
    return { nsPerActivation: (cpuMs * 1e6) / (steps * count) };
  });

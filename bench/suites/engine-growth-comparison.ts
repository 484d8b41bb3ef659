import { JobError } from '../harness/candidate.ts';
import { createGraphsCandidate, perActivationMetric, perGraphMetric } from './engine-graphs-comparisons.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Checks whether the cost of an activation and the cost of an idle graph depend on the number of graphs and nodes. */
export const compareEngineGrowth = async (context: SuiteContext): Promise<void> => {
  const { quick } = context.plan;
  const nodes = quick ? [10, 1_000] : [10, 1_000, 100_000];
  await context.compare({
    id: 'engine/nodes',
    title: 'An addition in graphs of growing size',
    note: 'One graph whose whole chain of additions is evaluated once a tick without subscribers. The baselines are the same additions as closures over an array, which grow with the cost of memory.',
    metrics: [perActivationMetric],
    reference: formatBaselineName(10),
    candidates: [
      ...nodes.map((count) =>
        createGraphsCandidate(context, formatCount(count, 'node'), {
          graphs: 1,
          nodes: count,
          work: 'evaluated',
          subscribed: false,
        }),
      ),
      ...nodes.map((count) => createClosuresCandidate(context, count)),
    ],
  });
  const numbers = quick ? [1, 10] : [1, 10, 1_000];
  await context.compare({
    id: 'engine/graphs',
    title: 'An addition among more and more running graphs',
    note: 'Graphs of a hundred additions each, evaluated once a tick without subscribers.',
    metrics: [perActivationMetric, perGraphMetric],
    reference: formatCount(1, 'graph'),
    candidates: numbers.map((count) =>
      createGraphsCandidate(context, formatCount(count, 'graph'), {
        graphs: count,
        nodes: 100,
        work: 'evaluated',
        subscribed: false,
      }),
    ),
  });
  await context.compare({
    id: 'engine/idle-graphs',
    title: 'Idle graphs',
    note: 'Graphs of a hundred nodes in which nothing happens: the cost of a tick per graph, including the tick.',
    metrics: [perGraphMetric],
    reference: formatCount(1, 'graph'),
    candidates: numbers.map((count) =>
      createGraphsCandidate(context, formatCount(count, 'graph'), {
        graphs: count,
        nodes: 100,
        work: 'none',
        subscribed: false,
      }),
    ),
  });
};

const formatBaselineName = (count: number): string => `closures, ${count.toLocaleString('en')}`;

const createClosuresCandidate = (context: SuiteContext, count: number): Candidate =>
  createChildProcessCandidate(
    context,
    { name: formatBaselineName(count), role: 'floor' },
    'engine-floor',
    async (child) => {
      const { roundMs, roundCount } = context.plan;
      const load = { chain: count, links: 'equal', ms: roundMs, count: roundCount } as const;
      const { steps, cpuMs, sum } = await child.call('run', load);
      if (sum !== count) throw new JobError(`the chain of ${count} additions ended in ${sum}`);
      return { nsPerActivation: (cpuMs * 1e6) / (steps * count) };
    },
  );

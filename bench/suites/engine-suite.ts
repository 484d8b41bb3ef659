import { type Candidate, JobError } from '../harness/candidate.ts';
import { type ChainLinkMix, getChainResult } from '../micro/chain-links.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import {
  compareCalls,
  compareSmallGraphs,
  compareSubscribed,
  compareTriggered,
  createGraphsCandidate,
  perActivationMetric,
  perGraphMetric,
} from './engine-graphs-comparisons.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Measures only this package's engine, in a separate process. The server under test is not involved. */
export const engineSuite: Suite = {
  id: 'engine',
  title: 'Engine, in process',
  starts: 2,
  async run(context) {
    await context.compare({
      id: 'engine/chain-1000',
      title: `A chain of ${chainLength} additions, evaluated once a tick`,
      note: 'Ticks stepped by hand without subscribers, by CPU time. The baseline is the same additions as closures over an array. LiteGraph runs a step, behave-graph a tick that pulls the last addition.',
      metrics: [{ key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' }],
      reference: referenceName,
      candidates: [
        ...createCandidates(context, 'equal'),
        createPeerCandidate(context, 'behave-graph', '@behave-graph/core', () =>
          createCandidate(context, 'behave-graph', 'peer', 'behave-graph-chain', 'equal'),
        ),
      ],
    });
    await context.compare({
      id: 'engine/mixed-1000',
      title: `A chain of ${chainLength} nodes of seven types in turn, evaluated once a tick`,
      note: 'As above, but no two neighbours run the same code, as in a typical graph.',
      metrics: [{ key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' }],
      reference: referenceName,
      candidates: createCandidates(context, 'mixed'),
    });
    await compareTriggered(context);
    await compareSubscribed(context);
    await compareSmallGraphs(context);
    await compareCalls(context);
    await compareEngineGrowth(context);
  },
};

const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Checks whether the cost of an activation and the cost of an idle graph depend on the number of graphs and nodes. */
const compareEngineGrowth = async (context: SuiteContext): Promise<void> => {
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

const chainLength = 1000;
const referenceName = 'plain closures';

const createCandidates = (context: SuiteContext, links: ChainLinkMix): Candidate[] => [
  createCandidate(context, 'runtime', 'target', 'engine', links),
  createCandidate(context, referenceName, 'floor', 'engine-floor', links),
  createPeerCandidate(context, 'LiteGraph', 'litegraph.js', () =>
    createCandidate(context, 'LiteGraph', 'peer', 'litegraph-chain', links),
  ),
];

const createCandidate = (
  context: SuiteContext,
  name: string,
  role: Candidate['role'],
  program: 'engine' | 'engine-floor' | 'litegraph-chain' | 'behave-graph-chain',
  links: ChainLinkMix,
): Candidate =>
  createChildProcessCandidate(context, { name, role }, program, async (child) => {
    const { roundMs, roundCount } = context.plan;
    const load = { chain: chainLength, links, ms: roundMs, count: roundCount };
    const { steps, cpuMs, sum } = await child.call('run', load);
    if (sum !== getChainResult(links, chainLength))
      throw new JobError(`the chain of ${chainLength} links ended in ${sum}`);
    return { activations: (steps * chainLength) / cpuMs / 1000 };
  });

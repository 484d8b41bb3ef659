import { JobFailure } from '../harness/candidate.ts';
import { sumOfChain } from '../micro/chain-links.ts';
import { compareGrowth } from './engine-growth.ts';
import { compareSmallGraphs, compareSubscribed, compareTriggered } from './engine-graphs.ts';
import { inOwnProcess } from './own-process.ts';
import { peerOf } from './peer.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { LinkKind } from '../micro/chain-links.ts';
import type { Suite, SuiteContext } from './suite.ts';

const chain = 1000;
const reference = 'plain closures';

/** The engine of this package alone, in a process of its own; the server under test takes no part. */
export const engine: Suite = {
  id: 'engine',
  title: 'Engine, in process',
  starts: 2,
  async run(context) {
    await context.compare({
      id: 'engine/chain-1000',
      title: `A chain of ${chain} additions, evaluated once a tick`,
      note: 'Ticks stepped by hand, nobody subscribed, by CPU time. The floor is the same additions as closures over an array. LiteGraph runs a step, behave-graph a tick that pulls the last addition.',
      metrics: [{ key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' }],
      reference,
      candidates: [
        ...contestants(context, 'equal'),
        peerOf(context, 'behave-graph', '@behave-graph/core', () =>
          contestant(context, 'behave-graph', 'peer', 'behave-graph-chain', 'equal'),
        ),
      ],
    });
    await context.compare({
      id: 'engine/mixed-1000',
      title: `A chain of ${chain} nodes of seven types in turn, evaluated once a tick`,
      note: 'As before, but no two neighbours run the same code, as in a graph of an author.',
      metrics: [{ key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' }],
      reference,
      candidates: contestants(context, 'mixed'),
    });
    await compareTriggered(context);
    await compareSubscribed(context);
    await compareSmallGraphs(context);
    await compareGrowth(context);
  },
};

const contestants = (context: SuiteContext, links: LinkKind): Candidate[] => [
  contestant(context, 'runtime', 'target', 'engine', links),
  contestant(context, reference, 'floor', 'engine-floor', links),
  peerOf(context, 'LiteGraph', 'litegraph.js', () =>
    contestant(context, 'LiteGraph', 'peer', 'litegraph-chain', links),
  ),
];

const contestant = (
  context: SuiteContext,
  name: string,
  role: Candidate['role'],
  program: 'engine' | 'engine-floor' | 'litegraph-chain' | 'behave-graph-chain',
  links: LinkKind,
): Candidate =>
  inOwnProcess(context, { name, role }, program, async (child) => {
    const { roundMs, roundCount } = context.plan;
    const order = { chain, links, ms: roundMs, count: roundCount };
    const { steps, cpuMs, sum } = await child.ask('run', order);
    if (sum !== sumOfChain(links, chain)) throw new JobFailure(`the chain of ${chain} links ended in ${sum}`);
    return { activations: (steps * chain) / cpuMs / 1000 };
  });

import { JobError } from '../harness/candidate.ts';
import { getChainResult } from '../micro/chain-links.ts';
import { compareEngineGrowth } from './engine-growth-comparison.ts';
import { compareSmallGraphs, compareSubscribed, compareTriggered } from './engine-graphs-comparisons.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { ChainLinkMix } from '../micro/chain-links.ts';
import type { Suite, SuiteContext } from './suite.ts';

const chainLength = 1000;
const referenceName = 'plain closures';

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
    await compareEngineGrowth(context);
  },
};

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

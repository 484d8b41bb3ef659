import { JobFailure } from '../harness/candidate.ts';
import { compareGrowth, compareSubscribed } from './engine-growth.ts';
import { inOwnProcess } from './own-process.ts';
import { peerOf } from './peer.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const chain = 1000;
const reference = 'plain closures';

/** The engine of this package alone, in a process of its own; the server under test takes no part. */
export const engine: Suite = {
  id: 'engine',
  title: 'Engine, in process',
  async run(context) {
    await context.compare({
      id: 'engine/chain-1000',
      title: `A chain of ${chain} additions, evaluated once a tick`,
      note: 'Ticks stepped by hand, nobody subscribed. The floor is the same additions as closures over an array. LiteGraph runs a step, behave-graph a tick that pulls the last addition.',
      metrics: [{ key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' }],
      reference,
      candidates: [
        contestant(context, 'runtime', 'target', 'engine'),
        contestant(context, reference, 'floor', 'engine-floor'),
        peerOf(context, 'LiteGraph', 'litegraph.js', () =>
          contestant(context, 'LiteGraph', 'peer', 'litegraph-chain'),
        ),
        peerOf(context, 'behave-graph', '@behave-graph/core', () =>
          contestant(context, 'behave-graph', 'peer', 'behave-graph-chain'),
        ),
      ],
    });
    await compareSubscribed(context);
    await compareGrowth(context);
  },
};

const contestant = (
  context: SuiteContext,
  name: string,
  role: Candidate['role'],
  program: 'engine' | 'engine-floor' | 'litegraph-chain' | 'behave-graph-chain',
): Candidate =>
  inOwnProcess(context, { name, role }, program, async (child) => {
    const { roundMs, roundCount } = context.plan;
    const { steps, ms, sum } = await child.ask('run', { chain, ms: roundMs, count: roundCount });
    if (sum !== chain) throw new JobFailure(`the chain of ${chain} additions ended in ${sum}`);
    return { activations: (steps * chain) / ms / 1000 };
  });

import { JobFailure } from '../harness/candidate.ts';
import { median } from '../harness/statistics.ts';
import { ownKinds } from '../micro/own-kinds.ts';
import { createBuildBody } from './build-body.ts';
import { inOwnProcess } from './own-process.ts';
import { peerOf } from './peer.ts';
import type { Candidate, Comparison, Figures } from '../harness/candidate.ts';
import type { BuildOrder, BuildResult } from '../micro/build-load.ts';
import type { SuiteContext } from './suite.ts';

const reference = 'JSON.parse and maps';

/** The same build without a server around it, beside another graph library. */
export const buildInProcess = (
  context: SuiteContext,
  nodeCount: number,
  connectionCount: number,
): Comparison => {
  const body = createBuildBody(ownKinds, nodeCount, connectionCount);
  const order: BuildOrder = { text: JSON.stringify(body), repetitions: context.plan.repetitions };
  const judge = ({ times, nodes, connections }: BuildResult): Figures => {
    if (nodes !== nodeCount || connections !== connectionCount)
      throw new JobFailure(`the graph holds ${nodes} nodes and ${connections} connections`);
    return { ms: median(times) };
  };
  const contestant = (
    name: string,
    role: Candidate['role'],
    program: 'build' | 'maps-floor' | 'litegraph-build',
  ): Candidate =>
    inOwnProcess(context, { name, role }, program, async (child) => judge(await child.ask('run', order)));
  return {
    id: 'build/in-process',
    title: `As many nodes and connections in process, from text to graph`,
    note: 'The server under test takes no part. LiteGraph opens a document of its own, in which every end is a number already; it checks and looks up nothing.',
    metrics: [{ key: 'ms', label: 'time', unit: 'ms', better: 'lower' }],
    reference,
    candidates: [
      contestant('runtime', 'target', 'build'),
      contestant(reference, 'floor', 'maps-floor'),
      peerOf(context, 'LiteGraph', 'litegraph.js', () => contestant('LiteGraph', 'peer', 'litegraph-build')),
    ],
  };
};

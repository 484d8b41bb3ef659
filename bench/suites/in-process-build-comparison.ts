import { JobError } from '../harness/candidate.ts';
import { median } from '../harness/statistics.ts';
import { fixedPortNodeTypes } from '../micro/fixed-port-node-types.ts';
import { createBuildBody } from './create-build-body.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import type { Candidate, Comparison, RoundMetrics } from '../harness/candidate.ts';
import type { BuildOptions, BuildResult } from '../micro/time-builds.ts';
import type { SuiteContext } from './suite.ts';

const referenceName = 'JSON.parse and maps';

/** Compares the same build, without a server, with a build in another graph library. */
export const compareInProcessBuilds = (
  context: SuiteContext,
  nodeCount: number,
  connectionCount: number,
): Comparison => {
  const body = createBuildBody(fixedPortNodeTypes, nodeCount, connectionCount);
  const options: BuildOptions = { text: JSON.stringify(body), repetitions: context.plan.repetitions };
  const toRoundMetrics = ({ times, nodes, connections }: BuildResult): RoundMetrics => {
    if (nodes !== nodeCount || connections !== connectionCount)
      throw new JobError(`the graph holds ${nodes} nodes and ${connections} connections`);
    return { ms: median(times) };
  };
  const createCandidate = (
    name: string,
    role: Candidate['role'],
    program: 'build' | 'maps-floor' | 'litegraph-build',
  ): Candidate =>
    createChildProcessCandidate(context, { name, role }, program, async (child) =>
      toRoundMetrics(await child.call('run', options)),
    );
  return {
    id: 'build/in-process',
    title: `As many nodes and connections in process, from text to graph`,
    note: 'The server under test is not involved. LiteGraph loads its own document format, in which every end is already a number; it checks and looks up nothing.',
    metrics: [{ key: 'ms', label: 'time', unit: 'ms', better: 'lower' }],
    reference: referenceName,
    candidates: [
      createCandidate('runtime', 'target', 'build'),
      createCandidate(referenceName, 'floor', 'maps-floor'),
      createPeerCandidate(context, 'LiteGraph', 'litegraph.js', () =>
        createCandidate('LiteGraph', 'peer', 'litegraph-build'),
      ),
    ],
  };
};

import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { createLargeRequestCandidate } from './large-request-candidate.ts';
import type { BaselineWork } from '../baselines/http-baseline.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

export const idsBaselineName = 'node:http, maps and ids';
export const respondingBaselineName = 'node:http, maps and the answer';

const baselineWork: BaselineWork = 'build';

/**
 * Creates the baselines for routes that store a large body. Both baselines parse the body and store it in maps and in a
 * file. One baseline returns the ids of the nodes; the other serializes the target's response.
 * @param route the part of the path that follows the graph
 */
export const createStoringBaselines = async (
  context: SuiteContext,
  route: string,
  body: unknown,
): Promise<Candidate[]> => [
  await createStoringBaseline(context, idsBaselineName, body),
  await createStoringBaseline(
    context,
    respondingBaselineName,
    body,
    await readTargetResponse(context.target, route, body),
  ),
];

const createStoringBaseline = async (
  { start, plan }: SuiteContext,
  name: string,
  body: unknown,
  response?: unknown,
): Promise<Candidate> => {
  const path = '/floor/store';
  const child = start('http-floor');
  const { port } = await child.call('listen', [
    { method: 'POST', path, status: 200, body: response, work: baselineWork },
  ]);
  return createLargeRequestCandidate({
    ...{ name, role: 'floor', repetitions: plan.repetitions },
    address: { host: '127.0.0.1', port },
    pid: child.pid,
    prepare: async () => ({ path, body }),
    finish: async () => {},
  });
};

const readTargetResponse = async (target: Target, route: string, body: unknown): Promise<unknown> => {
  const graphId = await createScratchGraph(target);
  try {
    return await target.call('POST', `/api/graphs/${graphId}/${route}`, body);
  } finally {
    await removeScratchGraph(target, graphId);
  }
};

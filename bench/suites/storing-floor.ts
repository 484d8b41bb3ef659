import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { raceLargeRequest } from './large-request.ts';
import type { FloorWork } from '../floors/http-floor.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

export const storingFloor = 'node:http and maps';
const answeringFloor = 'node:http, maps and the answer';

const work: FloorWork = 'build';

/**
 * The floors of what stores a large body: both parse it, keep it in maps and in a file; one answers next to nothing, the
 * other serialises what the target answers.
 * @param route path below a graph
 */
export const startStoringFloors = async (
  context: SuiteContext,
  route: string,
  body: unknown,
): Promise<Candidate[]> => [
  await startFloor(context, storingFloor, body, { stored: true }),
  await startFloor(context, answeringFloor, body, await answerTo(context.target, route, body)),
];

const startFloor = async (
  { start, plan }: SuiteContext,
  name: string,
  body: unknown,
  answer: unknown,
): Promise<Candidate> => {
  const path = '/floor/store';
  const child = start('http-floor');
  const { port } = await child.ask('listen', [{ method: 'POST', path, status: 200, body: answer, work }]);
  return raceLargeRequest({
    ...{ name, role: 'floor', repetitions: plan.repetitions },
    address: { host: '127.0.0.1', port },
    pid: child.pid,
    prepare: async () => ({ path, body }),
    finish: async () => {},
  });
};

const answerTo = async (target: Target, route: string, body: unknown): Promise<unknown> => {
  const graphId = await createScratchGraph(target);
  try {
    return await target.call('POST', `/api/graphs/${graphId}/${route}`, body);
  } finally {
    await removeScratchGraph(target, graphId);
  }
};

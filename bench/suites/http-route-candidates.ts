import { createHttpLoadCandidate } from './http-load-candidate.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { HttpMethod } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';
import type { RestCase } from './rest-route-cases.ts';
import type { SuiteContext } from './suite.ts';

const loopbackHost = '127.0.0.1';

/** Name of the bare `node:http` baseline in every route comparison. */
export const httpBaselineName = 'node:http';

/** The properties that all candidates for one route have in common. */
export interface RouteComparison {
  readonly load: ChildProcessHandle<'http-load'>;
  readonly plan: SuiteContext['plan'];
  readonly requests: RestCase['requests'];
}

/** Creates a candidate for the target itself, which writes to its own ports. */
export const createTargetCandidate = (
  { load, plan }: Pick<RouteComparison, 'load' | 'plan'>,
  { address, pid }: Target,
  { requests, verify }: RestCase,
  name = 'target',
): Candidate =>
  createHttpLoadCandidate({
    load,
    plan,
    name,
    role: 'target',
    address,
    requests,
    verify,
    ...(pid !== undefined && { pid }),
  });

/** Creates a candidate for a bare `node:http` server, which returns the target's response to every request. */
export const createHttpBaselineCandidate = async (
  { start }: SuiteContext,
  comparison: RouteComparison,
  { requests, work }: RestCase,
  response: unknown,
): Promise<Candidate> => {
  const child = start('http-floor');
  const routes = requests.map(({ method, path }) => ({
    ...{ method, path, status: 200, body: response },
    ...(work !== undefined && { work }),
  }));
  const { port } = await child.call('listen', routes);
  return createHttpLoadCandidate({
    ...{ ...comparison, name: httpBaselineName, role: 'floor', address: { host: loopbackHost, port } },
    pid: child.pid,
  });
};

interface FastifyRoute {
  readonly method: HttpMethod;
  readonly url: string;
  readonly body?: object;
  readonly response: unknown;
}

/** Creates a candidate for the fastify framework with one route. */
export const createFastifyCandidate = (
  context: SuiteContext,
  comparison: RouteComparison,
  route: FastifyRoute,
): Candidate => {
  const { token } = context.target;
  const name = 'fastify';
  return createPeerCandidate(context, name, 'fastify', async () => {
    const child = context.start('fastify-peer');
    const { port } = await child.call('listen', { routes: [route], ...(token !== undefined && { token }) });
    return createHttpLoadCandidate({
      ...{ ...comparison, name, role: 'peer', address: { host: loopbackHost, port } },
      pid: child.pid,
    });
  });
};

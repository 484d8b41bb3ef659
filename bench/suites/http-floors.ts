import { raceRequests } from './http-race.ts';
import { peerOf } from './peer.ts';
import type { Child } from '../child/child-process.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { HttpMethod } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';
import type { RestCase } from './rest-cases.ts';
import type { SuiteContext } from './suite.ts';

const host = '127.0.0.1';

/** Bare `node:http`, which every route is set against. */
export const httpFloor = 'node:http';

/** What every contestant of one route has in common. */
export interface RouteRace {
  readonly load: Child<'http-load'>;
  readonly plan: SuiteContext['plan'];
  readonly requests: RestCase['requests'];
}

/** The target itself, whose ports are its own. */
export const raceTarget = (
  { load, plan }: Pick<RouteRace, 'load' | 'plan'>,
  { address, pid }: Target,
  { requests, verify }: RestCase,
  name = 'target',
): Candidate =>
  raceRequests({
    load,
    plan,
    name,
    role: 'target',
    address,
    requests,
    verify,
    ...(pid !== undefined && { pid }),
  });

/** Bare `node:http` that gives the answer of the target to every request. */
export const startHttpFloor = async (
  { start }: SuiteContext,
  race: RouteRace,
  { requests, work }: RestCase,
  answer: unknown,
): Promise<Candidate> => {
  const child = start('http-floor');
  const routes = requests.map(({ method, path }) => ({
    ...{ method, path, status: 200, body: answer },
    ...(work !== undefined && { work }),
  }));
  const { port } = await child.ask('listen', routes);
  return raceRequests({
    ...{ ...race, name: httpFloor, role: 'floor', address: { host, port } },
    pid: child.pid,
  });
};

interface FastifyRoute {
  readonly method: HttpMethod;
  readonly url: string;
  readonly body?: object;
  readonly answer: unknown;
}

/** The fastify framework with one route. */
export const raceFastify = (context: SuiteContext, race: RouteRace, route: FastifyRoute): Candidate => {
  const { token } = context.target;
  const name = 'fastify';
  return peerOf(context, name, 'fastify', async () => {
    const child = context.start('fastify-peer');
    const { port } = await child.ask('listen', { routes: [route], ...(token !== undefined && { token }) });
    return raceRequests({
      ...{ ...race, name, role: 'peer', address: { host, port } },
      pid: child.pid,
    });
  });
};

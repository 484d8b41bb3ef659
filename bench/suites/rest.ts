import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { batchOperation } from './batch-operation.ts';
import { httpFloor, raceFastify, startHttpFloor } from './http-floors.ts';
import { httpMetrics, raceRequests, restConnections } from './http-race.ts';
import { restCasesOf } from './rest-cases.ts';
import type { Child } from '../child/child-process.ts';
import type { FloorWork } from '../floors/http-floor.ts';
import type { RestCase } from './rest-cases.ts';
import type { RouteRace } from './http-floors.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Single routes under 32 connections. */
export const rest: Suite = {
  id: 'rest',
  title: 'REST',
  async run(context) {
    const load = context.start('http-load');
    const graphId = await createScratchGraph(context.target);
    try {
      const cases = await restCasesOf(context.target, graphId);
      for (const restCase of cases) await compareRoute(context, load, restCase);
      await context.compare(await batchOperation(context, load, cases));
    } finally {
      await removeScratchGraph(context.target, graphId);
    }
  },
};

const compareRoute = async (
  context: SuiteContext,
  load: Child<'http-load'>,
  restCase: RestCase,
): Promise<void> => {
  const { id, title, requests, work, verify, peer } = restCase;
  const { target, plan, compare } = context;
  // biome-ignore lint/style/noNonNullAssertion: each route has a request
  const { method, path, body } = requests[0]!;
  const answer = await target.call(method, path, body);
  const race: RouteRace = { load, plan, requests };
  await compare({
    id: `rest/${id}`,
    title,
    note: `${restConnections} connections. The floor reads and parses the same body${work === undefined ? '' : `, ${deeds[work]}`} and serialises the answer that the target gave${peer === undefined ? '' : '; fastify serialises it too, checks the token, validates the body, and does nothing with it'}.`,
    metrics: await httpMetrics(target),
    reference: httpFloor,
    candidates: [
      raceRequests({
        ...{ ...race, name: 'target', role: 'target', address: target.address, verify },
        pid: target.pid,
      }),
      await startHttpFloor(context, race, restCase, answer),
      ...(peer === undefined ? [] : [raceFastify(context, race, { method, ...peer, answer })]),
    ],
  });
};

const deeds: Record<FloorWork, string> = {
  write: 'keeps the value in a map, appends the body to a file',
  build: 'keeps what it says in maps, appends the body to a file',
  entry: 'appends an entry to a ring',
};

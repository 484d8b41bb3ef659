import { withScratchGraphs } from '../target/scratch-graph.ts';
import { batchOperation } from './batch-operation.ts';
import { httpFloor, raceFastify, raceTarget, startHttpFloor } from './http-floors.ts';
import { httpMetrics, restConnections } from './http-race.ts';
import { ofEach } from './of-each.ts';
import { prepareRestCases } from './rest-cases.ts';
import type { Child } from '../child/child-process.ts';
import type { FloorWork } from '../floors/http-floor.ts';
import type { RestCases } from './rest-cases.ts';
import type { RouteRace } from './http-floors.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Single routes under 32 connections. */
export const rest: Suite = {
  id: 'rest',
  title: 'REST',
  starts: 2,
  async run(context) {
    const load = context.start('http-load');
    await withScratchGraphs(context.targets, async (graphs) => {
      const cases = await prepareRestCases(graphs);
      for (const id of cases.ids) await compareRoute(context, load, cases, id);
      await context.compare(await batchOperation(context, load, cases));
    });
  },
};

const compareRoute = async (
  context: SuiteContext,
  load: Child<'http-load'>,
  cases: RestCases,
  id: string,
): Promise<void> => {
  const { target, plan, compare } = context;
  const restCase = cases.of(target, id);
  const { title, requests, work, peer } = restCase;
  // biome-ignore lint/style/noNonNullAssertion: each route has a request
  const { method, path, body } = requests[0]!;
  const answer = await target.call(method, path, body);
  const race: RouteRace = { load, plan, requests };
  await compare({
    id: `rest/${id}`,
    title,
    note: `${restConnections} connections. The floor reads and parses the same body${work === undefined ? '' : `, ${deeds[work]}`} and serialises the answer that the target gave${peer === undefined ? '' : '; fastify serialises it too, checks the token, validates the body, and does nothing with it'}.`,
    metrics: await httpMetrics(context),
    reference: httpFloor,
    candidates: [
      ...ofEach(context, ({ target }) => [raceTarget(race, target, cases.of(target, id))]),
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

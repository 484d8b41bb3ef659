import { withScratchGraphs } from '../target/scratch-graph.ts';
import { compareBatchOperations } from './batch-operation-comparison.ts';
import {
  httpBaselineName,
  createFastifyCandidate,
  createTargetCandidate,
  createHttpBaselineCandidate,
} from './http-route-candidates.ts';
import { getHttpMetrics, restConnections } from './http-load-candidate.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { prepareRestCases } from './rest-route-cases.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { BaselineWork } from '../baselines/http-baseline.ts';
import type { RestCases } from './rest-route-cases.ts';
import type { RouteComparison } from './http-route-candidates.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Measures individual routes under the load of 32 connections. */
export const restSuite: Suite = {
  id: 'rest',
  title: 'REST',
  starts: 2,
  async run(context) {
    const load = context.start('http-load');
    await withScratchGraphs(context.targets, async (graphs) => {
      const cases = await prepareRestCases(graphs);
      for (const id of cases.ids) await compareRoute(context, load, cases, id);
      await context.compare(await compareBatchOperations(context, load, cases));
    });
  },
};

const compareRoute = async (
  context: SuiteContext,
  load: ChildProcessHandle<'http-load'>,
  cases: RestCases,
  id: string,
): Promise<void> => {
  const { target, plan, compare } = context;
  const restCase = cases.getCases(target, id);
  const { title, requests, work, peer } = restCase;
  // biome-ignore lint/style/noNonNullAssertion: each route has a request
  const { method, path, body } = requests[0]!;
  const response = await target.call(method, path, body);
  const comparison: RouteComparison = { load, plan, requests };
  await compare({
    id: `rest/${id}`,
    title,
    note: `${restConnections} connections. The baseline reads and parses the same body${work === undefined ? '' : `, ${baselineWorkTexts[work]}`} and serialises the response of the target${peer === undefined ? '' : '; fastify serialises it too, checks the token, validates the body, and does nothing with it'}.`,
    metrics: await getHttpMetrics(context),
    reference: httpBaselineName,
    candidates: [
      ...createCandidatesPerTarget(context, ({ target }) => [
        createTargetCandidate(comparison, target, cases.getCases(target, id)),
      ]),
      await createHttpBaselineCandidate(context, comparison, restCase, response),
      ...(peer === undefined
        ? []
        : [createFastifyCandidate(context, comparison, { method, ...peer, response })]),
    ],
  });
};

const baselineWorkTexts: Record<BaselineWork, string> = {
  write: 'keeps the value in a map, appends the body to a file',
  build: 'keeps its content in maps, appends the body to a file',
  entry: 'appends an entry to a ring',
};

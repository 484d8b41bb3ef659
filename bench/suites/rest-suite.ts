import { getItemAt } from '../harness/get-item-at.ts';
import { withScratchGraphs } from '../target/scratch-graph.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { getHttpMetrics, restConnections } from './http-load-candidate.ts';
import {
  createFastifyCandidate,
  createHttpBaselineCandidate,
  createTargetCandidate,
  httpBaselineName,
  type RouteComparison,
} from './http-route-candidates.ts';
import { operationsInBatch, prepareRestCases, type RestCases } from './rest-route-cases.ts';
import { canReadCpu } from './metrics.ts';
import type { BaselineWork } from '../baselines/http-baseline.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { Candidate, Comparison, Metric } from '../harness/candidate.ts';
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

/** Compares the cost of a port write in a batch with the cost of a port write in a separate request. */
const compareBatchOperations = async (
  context: SuiteContext,
  load: ChildProcessHandle<'http-load'>,
  cases: RestCases,
): Promise<Comparison> => {
  const { target, plan } = context;
  const putCase = cases.getCases(target, 'put-value');
  const { method, path, body } = getItemAt(putCase.requests, 0);
  const response = await target.call(method, path, body);
  return {
    id: 'rest/batch-operation',
    title: 'One port value, as an operation of a batch and as a call',
    note: 'The CPU time of the server process is read from the system before and after each round; it is missing if the process is unknown. The baseline accepts each value in a call.',
    metrics: (await canReadCpu(context)) ? [cpuMetric, operationsMetric] : [operationsMetric],
    reference: httpBaselineName,
    candidates: [
      ...createCandidatesPerTarget(context, ({ target }) => {
        const createRouteCandidate = (name: string, id: string) =>
          createTargetCandidate({ load, plan }, target, cases.getCases(target, id), name);
        return [
          toPerOperation(operationsInBatch, createRouteCandidate('in a batch', 'batch')),
          toPerOperation(1, createRouteCandidate('in a call of its own', 'put-value')),
        ];
      }),
      toPerOperation(
        1,
        await createHttpBaselineCandidate(
          context,
          { load, plan, requests: putCase.requests },
          putCase,
          response,
        ),
      ),
    ],
  };
};

const operationsMetric: Metric = { key: 'operations', label: 'operations', unit: 'k/s', better: 'higher' };
const cpuMetric: Metric = { key: 'cpuUs', label: 'server CPU an operation', unit: 'µs', better: 'lower' };

/** Converts a candidate's metrics from per request to per operation. */
const toPerOperation = (count: number, candidate: Candidate): Candidate => ({
  ...candidate,
  async round() {
    const { requests = Number.NaN, perCpu = Number.NaN } = await candidate.round();
    return { operations: requests * count, cpuUs: 1000 / (perCpu * count) };
  },
});

const compareRoute = async (
  context: SuiteContext,
  load: ChildProcessHandle<'http-load'>,
  cases: RestCases,
  id: string,
): Promise<void> => {
  const { target, plan, compare } = context;
  const restCase = cases.getCases(target, id);
  const { title, requests, work, peer } = restCase;
  const { method, path, body } = getItemAt(requests, 0);
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

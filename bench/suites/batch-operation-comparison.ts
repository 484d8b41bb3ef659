import {
  httpBaselineName,
  createTargetCandidate,
  createHttpBaselineCandidate,
} from './http-route-candidates.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { operationsInBatch } from './rest-route-cases.ts';
import { canReadCpu } from './server-cpu.ts';
import type { Candidate, Comparison, Metric } from '../harness/candidate.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { RestCases } from './rest-route-cases.ts';
import type { SuiteContext } from './suite.ts';

/** Compares the cost of a port write in a batch with the cost of a port write in a separate request. */
export const compareBatchOperations = async (
  context: SuiteContext,
  load: ChildProcessHandle<'http-load'>,
  cases: RestCases,
): Promise<Comparison> => {
  const { target, plan } = context;
  const putCase = cases.getCases(target, 'put-value');
  // biome-ignore lint/style/noNonNullAssertion: each route has a request
  const { method, path, body } = putCase.requests[0]!;
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

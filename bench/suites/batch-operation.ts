import { httpFloor, raceTarget, startHttpFloor } from './http-floors.ts';
import { ofEach } from './of-each.ts';
import { operationsInBatch } from './rest-cases.ts';
import { tellsCpu } from './server-cpu.ts';
import type { Candidate, Comparison, Metric } from '../harness/candidate.ts';
import type { Child } from '../child/child-process.ts';
import type { RestCases } from './rest-cases.ts';
import type { SuiteContext } from './suite.ts';

/** What one port value costs the server in a batch, and in a call of its own. */
export const batchOperation = async (
  context: SuiteContext,
  load: Child<'http-load'>,
  cases: RestCases,
): Promise<Comparison> => {
  const { target, plan } = context;
  const put = cases.of(target, 'put-value');
  // biome-ignore lint/style/noNonNullAssertion: each route has a request
  const { method, path, body } = put.requests[0]!;
  const answer = await target.call(method, path, body);
  return {
    id: 'rest/batch-operation',
    title: 'One port value, as an operation of a batch and as a call',
    note: 'The CPU time of the server process is read from the system before and after each round; a server whose process is not known has none. The floor takes each value in a call.',
    metrics: (await tellsCpu(context)) ? [cpu, operations] : [operations],
    reference: httpFloor,
    candidates: [
      ...ofEach(context, ({ target }) => {
        const race = (name: string, id: string) =>
          raceTarget({ load, plan }, target, cases.of(target, id), name);
        return [
          perOperation(operationsInBatch, race('in a batch', 'batch')),
          perOperation(1, race('in a call of its own', 'put-value')),
        ];
      }),
      perOperation(1, await startHttpFloor(context, { load, plan, requests: put.requests }, put, answer)),
    ],
  };
};

const operations: Metric = { key: 'operations', label: 'operations', unit: 'k/s', better: 'higher' };
const cpu: Metric = { key: 'cpuUs', label: 'server CPU an operation', unit: 'µs', better: 'lower' };

/** The figures of requests, told of the operations in them. */
const perOperation = (count: number, candidate: Candidate): Candidate => ({
  ...candidate,
  async round() {
    const { requests = Number.NaN, perCpu = Number.NaN } = await candidate.round();
    return { operations: requests * count, cpuUs: 1000 / (perCpu * count) };
  },
});

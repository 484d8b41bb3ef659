import { JobFailure } from '../harness/candidate.ts';
import { restConnections } from './http-race.ts';
import { operationsInBatch } from './rest-cases.ts';
import { measureCpu, tellsCpu } from './server-cpu.ts';
import type { Candidate, Comparison, Metric } from '../harness/candidate.ts';
import type { Child } from '../child/child-process.ts';
import type { RestCase } from './rest-cases.ts';
import type { SuiteContext } from './suite.ts';

const reference = 'in a call of its own';

/** What one port value costs the server in a batch, and in a call of its own. */
export const batchOperation = async (
  { target, plan }: SuiteContext,
  load: Child<'http-load'>,
  cases: readonly RestCase[],
): Promise<Comparison> => {
  const race = (name: string, caseId: string, operations: number): Candidate => {
    // biome-ignore lint/style/noNonNullAssertion: both are among the cases of REST
    const { request, verify } = cases.find(({ id }) => id === caseId)!;
    return {
      name,
      role: 'target',
      open: async () => {},
      async round() {
        const order = { connections: restConnections, ms: plan.roundMs, count: plan.roundCount };
        const { result, cpuMs } = await measureCpu(target.pid, () =>
          load.ask('run', { ...order, address: target.address, requests: [request] }),
        );
        if (result.refused > 0) throw new JobFailure(`a request failed with ${result.firstRefusal}`);
        await verify();
        const done = result.answered * operations;
        return { operations: done / result.ms, cpuUs: (cpuMs * 1000) / done };
      },
      close: async () => {},
    };
  };
  return {
    id: 'rest/batch-operation',
    title: 'One port value, as an operation of a batch and as a call',
    note: 'The CPU time of the server process is read from the system before and after each round; a server whose process is not known has none.',
    metrics: (await tellsCpu(target.pid)) ? [operations, cpu] : [operations],
    reference,
    candidates: [race('in a batch', 'batch', operationsInBatch), race(reference, 'put-value', 1)],
  };
};

const operations: Metric = { key: 'operations', label: 'operations', unit: 'k/s', better: 'higher' };
const cpu: Metric = { key: 'cpuUs', label: 'server CPU an operation', unit: 'µs', better: 'lower' };

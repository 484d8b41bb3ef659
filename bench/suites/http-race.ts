import { JobFailure } from '../harness/candidate.ts';
import { measureCpu, tellsCpu } from './server-cpu.ts';
import { p50, p99 } from './latency.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Child } from '../child/child-process.ts';
import type { Plan } from '../harness/plan.ts';
import type { Address, HttpRequest } from '../load/http-request.ts';
import type { SuiteContext } from './suite.ts';

const perCpu: Metric = { key: 'perCpu', label: 'requests', unit: 'k/s of CPU', better: 'higher' };

const wall: readonly Metric[] = [
  { key: 'requests', label: 'requests', unit: 'k/s', better: 'higher' },
  p50,
  p99,
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

/** What is told of a load; of targets whose processes are not known, without CPU time. */
export const httpMetrics = async (context: Pick<SuiteContext, 'targets'>): Promise<readonly Metric[]> =>
  (await tellsCpu(context)) ? [perCpu, ...wall] : wall;

/** Connections of a load. */
export const restConnections = 32;

interface HttpRace {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly load: Child<'http-load'>;
  readonly plan: Plan;
  readonly address: Address;
  /** The process that answers, when it is known. */
  readonly pid?: number;
  /** Sent in turn. */
  readonly requests: readonly HttpRequest[];
  /** Checks what the requests should have done. @throws Error when they have not. */
  verify?(): Promise<void>;
}

/** Many connections that send the same requests in turn; any answer that is not 2xx fails the candidate. */
export const raceRequests = ({
  name,
  role,
  load,
  plan,
  address,
  pid,
  requests,
  verify,
}: HttpRace): Candidate => ({
  name,
  role,
  open: async () => {},
  async round() {
    const { result, cpuMs } = await measureCpu(pid, () =>
      load.ask('run', {
        address,
        requests,
        connections: restConnections,
        ms: plan.roundMs,
        count: plan.roundCount,
      }),
    );
    if (result.refused > 0) {
      throw new JobFailure(`${result.refused} requests failed, the first with ${result.firstRefusal}`);
    }
    await verify?.();
    return {
      perCpu: result.answered / cpuMs,
      requests: result.answered / result.ms,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      generatorCpu: result.generatorCpu,
    };
  },
  close: async () => {},
});

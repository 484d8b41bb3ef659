import { JobFailure } from '../harness/candidate.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Child } from '../child/child-process.ts';
import type { Plan } from '../harness/plan.ts';
import type { Address, HttpRequest } from '../load/http-request.ts';

export const httpMetrics: readonly Metric[] = [
  { key: 'requests', label: 'requests', unit: 'k/s', better: 'higher' },
  { key: 'p50Ms', label: 'p50', unit: 'ms', better: 'lower' },
  { key: 'p99Ms', label: 'p99', unit: 'ms', better: 'lower' },
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

export const restConnections = 32;

interface HttpRace {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly load: Child<'http-load'>;
  readonly plan: Plan;
  readonly address: Address;
  readonly requests: readonly HttpRequest[];
  /** Checks what the requests should have done. @throws Error when they have not. */
  verify?(): Promise<void>;
}

/** Many connections that repeat the same few requests; any answer that is not 2xx fails the candidate. */
export const raceRequests = ({ name, role, load, plan, address, requests, verify }: HttpRace): Candidate => ({
  name,
  role,
  open: async () => {},
  async round() {
    const result = await load.ask('run', {
      address,
      requests,
      connections: restConnections,
      ms: plan.roundMs,
      count: plan.roundCount,
    });
    if (result.refused > 0) {
      throw new JobFailure(`${result.refused} requests failed, the first with ${result.firstRefusal}`);
    }
    await verify?.();
    return {
      requests: result.answered / result.ms,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      generatorCpu: result.generatorCpu,
    };
  },
  close: async () => {},
});

import { type Candidate, JobError, type Metric } from '../harness/candidate.ts';
import { canReadCpu, measureCpu, p50Metric, p99Metric } from './metrics.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { BenchPlan } from '../harness/bench-plan.ts';
import type { Address, HttpRequest } from '../load/http-request.ts';
import type { SuiteContext } from './suite.ts';

const perCpuMetric: Metric = { key: 'perCpu', label: 'requests', unit: 'k/s of CPU', better: 'higher' };

const wallClockMetrics: readonly Metric[] = [
  { key: 'requests', label: 'requests', unit: 'k/s', better: 'higher' },
  p50Metric,
  p99Metric,
  { key: 'generatorCpu', label: 'generator CPU', unit: 'cores' },
];

/** Returns the metrics of an HTTP load. CPU time is omitted when no target process is known. */
export const getHttpMetrics = async (context: Pick<SuiteContext, 'targets'>): Promise<readonly Metric[]> =>
  (await canReadCpu(context)) ? [perCpuMetric, ...wallClockMetrics] : wallClockMetrics;

export const restConnections = 32;

interface HttpLoadCandidateOptions {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly load: ChildProcessHandle<'http-load'>;
  readonly plan: BenchPlan;
  readonly address: Address;
  /** Id of the process that responds, if known. */
  readonly pid?: number | undefined;
  /** The requests, which are sent in rotation. */
  readonly requests: readonly HttpRequest[];
  /**
   * Checks that the requests took effect.
   * @throws Error when the requests did not take effect
   */
  verify?(): Promise<void>;
}

/**
 * Creates a candidate in which many connections send the same requests in rotation. Any response that is not 2xx fails
 * the candidate.
 */
export const createHttpLoadCandidate = ({
  name,
  role,
  load,
  plan,
  address,
  pid,
  requests,
  verify,
}: HttpLoadCandidateOptions): Candidate => ({
  name,
  role,
  async round() {
    const { result, cpuMs } = await measureCpu(pid, () =>
      load.call('run', {
        address,
        requests,
        connections: restConnections,
        ms: plan.roundMs,
        count: plan.roundCount,
      }),
    );
    if (result.refused > 0) {
      throw new JobError(`${result.refused} requests failed, the first with ${result.firstError}`);
    }
    await verify?.();
    return {
      perCpu: result.completed / cpuMs,
      requests: result.completed / result.ms,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      generatorCpu: result.generatorCpu,
    };
  },
});

import { connectHttp, sendRawRequest } from '../load/http-connection.ts';
import { encodeRequest } from '../load/http-request.ts';
import { JobError } from '../harness/candidate.ts';
import { mean, median } from '../harness/statistics.ts';
import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { cpuMetric, measureCpu, canReadCpu } from './metrics.ts';
import type { Candidate, RoundMetrics, Metric } from '../harness/candidate.ts';
import type { HttpConnection } from '../load/http-connection.ts';
import type { Address } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

const wallClockMetric: Metric = { key: 'ms', label: 'time', unit: 'ms', better: 'lower' };
const responseSizeMetric: Metric = { key: 'answerKb', label: 'answer', unit: 'kB' };

/** Returns the metrics of a large request. CPU time is omitted when no target process is known. */
export const getLargeRequestMetrics = async (
  context: Pick<SuiteContext, 'targets'>,
): Promise<readonly Metric[]> =>
  (await canReadCpu(context))
    ? [cpuMetric, wallClockMetric, responseSizeMetric]
    : [wallClockMetric, responseSizeMetric];

interface LargePost {
  readonly path: string;
  readonly body: unknown;
}

interface LargeRequestOptions {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly address: Address;
  readonly token?: string | undefined;
  /** Id of the process that responds, if known. */
  readonly pid?: number | undefined;
  readonly repetitions: number;
  /** Whether the body is invalid, so that the target must reject the whole request. */
  readonly expectsRejection?: true;
  /** Prepares one repetition outside the measurement. */
  prepare(): Promise<LargePost>;
  /**
   * Checks one repetition and cleans up after it.
   * @throws Error when the request did not take effect
   */
  finish(path: string): Promise<void>;
}

/**
 * Creates a candidate that sends one large POST at a time on one connection. Time is measured from the first byte sent
 * to the last byte received.
 */
export const createLargeRequestCandidate = (options: LargeRequestOptions): Candidate => ({
  name: options.name,
  role: options.role,
  async round() {
    // Each round opens a new connection, because a server may close an idle connection while the other candidates run.
    const connection = await connectHttp(options.address);
    try {
      return await repeatRequest(options, connection);
    } finally {
      connection.close();
    }
  },
});

const repeatRequest = async (
  options: LargeRequestOptions,
  connection: HttpConnection,
): Promise<RoundMetrics> => {
  const { address, token, pid, expectsRejection = false } = options;
  const wallMs: number[] = [];
  const cpu: number[] = [];
  let bytes = 0;
  // Sends a small request. By the time the server has answered this request, it has also finished the work that it
  // deferred earlier.
  const waitForCpu = () =>
    sendRawRequest(connection, encodeRequest(address, { method: 'GET', path: '/api/health', token }));
  for (let i = 0; i < options.repetitions; i += 1) {
    const { path, body } = await options.prepare();
    const request = encodeRequest(address, { method: 'POST', path, token, body });
    await waitForCpu();
    const { result, cpuMs } = await measureCpu(pid, async () => {
      const start = performance.now();
      const exchange = await sendRawRequest(connection, request);
      wallMs.push(performance.now() - start);
      await waitForCpu();
      return exchange;
    });
    cpu.push(cpuMs);
    bytes = result.bytes;
    if (!isExpectedStatus(result.status, expectsRejection)) {
      throw new JobError(`POST ${path} returned ${result.status} ${result.excerpt}`);
    }
    await options.finish(path);
  }
  // CPU time is averaged with the mean, because about every other request includes a garbage collection and a median
  // would jump between two values.
  return { cpuMs: mean(cpu), ms: median(wallMs), answerKb: bytes / 1000 };
};

const isExpectedStatus = (status: number, refused: boolean): boolean =>
  refused ? status >= 400 && status <= 499 : status >= 200 && status <= 299;

interface ScratchGraphRoute {
  readonly target: Target;
  /** The part of the path that follows `/api/graphs/{graphId}`. */
  readonly route: string;
  /** Creates everything that must already exist in the graph, and returns the request body. */
  createBody(graphId: string): Promise<unknown>;
  /** Checks the graph's contents after the request. */
  verify(graphId: string): Promise<void>;
}

/** Creates a new graph for each repetition, so that nodes from an earlier repetition do not slow down a later one. */
export const useScratchGraphs = ({
  target,
  route,
  createBody,
  verify,
}: ScratchGraphRoute): Pick<LargeRequestOptions, 'prepare' | 'finish'> => ({
  async prepare() {
    const graphId = await createScratchGraph(target);
    return { path: `/api/graphs/${graphId}/${route}`, body: await createBody(graphId) };
  },
  async finish(path) {
    // biome-ignore lint/style/noNonNullAssertion: `prepare` puts the id of the graph into the path
    const graphId = path.split('/')[3]!;
    await verify(graphId);
    await removeScratchGraph(target, graphId);
  },
});

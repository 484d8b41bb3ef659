import { connectHttp, sendRawRequest } from '../load/http-connection.ts';
import { encodeRequest } from '../load/http-request.ts';
import { JobError } from '../harness/candidate.ts';
import { mean, median } from '../harness/statistics.ts';
import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { cpuMetric, measureCpu, canReadCpu } from './server-cpu.ts';
import type { Candidate, RoundMetrics, Metric } from '../harness/candidate.ts';
import type { HttpConnection } from '../load/http-connection.ts';
import type { Address } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

const wallClockMetric: Metric = { key: 'ms', label: 'time', unit: 'ms', better: 'lower' };
const responseSizeMetric: Metric = { key: 'answerKb', label: 'answer', unit: 'kB' };

/** What is told of a large request; of targets whose processes are not known, without CPU time. */
export const getLargeRequestMetrics = async (
  context: Pick<SuiteContext, 'targets'>,
): Promise<readonly Metric[]> =>
  (await canReadCpu(context))
    ? [cpuMetric, wallClockMetric, responseSizeMetric]
    : [wallClockMetric, responseSizeMetric];

/** The path and the body of a large request. */
interface LargePost {
  readonly path: string;
  readonly body: unknown;
}

interface LargeRequestOptions {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly address: Address;
  readonly token?: string;
  /** The process that answers, when it is known. */
  readonly pid?: number;
  readonly repetitions: number;
  /** Whether the body has a fault for which it is refused as a whole. */
  readonly expectsRejection?: true;
  /** Prepares one repetition outside the measurement and answers what to post where. */
  prepare(): Promise<LargePost>;
  /** Checks and clears away what one repetition did. @throws Error when it did not do it. */
  finish(path: string): Promise<void>;
}

/** One large POST at a time on one connection, from the first byte written to the last byte read. */
export const createLargeRequestCandidate = (race: LargeRequestOptions): Candidate => ({
  name: race.name,
  role: race.role,
  open: async () => {},
  async round() {
    // A connection for each round: while the others have their turns, a server may close an idle one.
    const connection = await connectHttp(race.address);
    try {
      return await repeatRequest(race, connection);
    } finally {
      connection.close();
    }
  },
  close: async () => {},
});

const repeatRequest = async (
  race: LargeRequestOptions,
  connection: HttpConnection,
): Promise<RoundMetrics> => {
  const { address, token, pid, expectsRejection = false } = race;
  const wallMs: number[] = [];
  const cpu: number[] = [];
  let bytes = 0;
  // Once this is answered, the server has done what it put off when it answered something else.
  const settle = () =>
    sendRawRequest(connection, encodeRequest(address, { method: 'GET', path: '/api/health', token }));
  for (let i = 0; i < race.repetitions; i += 1) {
    const { path, body } = await race.prepare();
    const request = encodeRequest(address, { method: 'POST', path, token, body });
    await settle();
    const { result, cpuMs } = await measureCpu(pid, async () => {
      const start = performance.now();
      const exchange = await sendRawRequest(connection, request);
      wallMs.push(performance.now() - start);
      await settle();
      return exchange;
    });
    cpu.push(cpuMs);
    bytes = result.bytes;
    if (!isExpectedStatus(result.status, expectsRejection)) {
      throw new JobError(`POST ${path} returned ${result.status} ${result.excerpt}`);
    }
    await race.finish(path);
  }
  // Every other request may pay for a collection: their median would be the one or the other by chance.
  return { cpuMs: mean(cpu), ms: median(wallMs), answerKb: bytes / 1000 };
};

const isExpectedStatus = (status: number, refused: boolean): boolean =>
  refused ? status >= 400 && status <= 499 : status >= 200 && status <= 299;

interface ScratchGraphRoute {
  readonly target: Target;
  /** Path below the graph. */
  readonly route: string;
  /** Fills the graph with what has to be in it before, and answers the body. */
  bodyFor(graphId: string): Promise<unknown>;
  /** Checks the graph that the request has filled. */
  verify(graphId: string): Promise<void>;
}

/** Gives each repetition a graph of its own, so that none pays for the nodes of the one before. */
export const useScratchGraphs = ({
  target,
  route,
  bodyFor,
  verify,
}: ScratchGraphRoute): Pick<LargeRequestOptions, 'prepare' | 'finish'> => ({
  async prepare() {
    const graphId = await createScratchGraph(target);
    return { path: `/api/graphs/${graphId}/${route}`, body: await bodyFor(graphId) };
  },
  async finish(path) {
    // biome-ignore lint/style/noNonNullAssertion: `prepare` has made the path, with the id of the graph
    const graphId = path.split('/')[3]!;
    await verify(graphId);
    await removeScratchGraph(target, graphId);
  },
});

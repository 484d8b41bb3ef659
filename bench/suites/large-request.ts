import { connectHttp, exchangeOnce } from '../load/http-connection.ts';
import { encodeRequest } from '../load/http-request.ts';
import { JobFailure } from '../harness/candidate.ts';
import { median } from '../harness/statistics.ts';
import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import type { Candidate, Figures, Metric } from '../harness/candidate.ts';
import type { HttpConnection } from '../load/http-connection.ts';
import type { Address } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';

export const largeRequestMetrics: readonly Metric[] = [
  { key: 'ms', label: 'time', unit: 'ms', better: 'lower' },
  { key: 'answerKb', label: 'answer', unit: 'kB' },
];

interface LargeRequest {
  readonly name: string;
  readonly role: Candidate['role'];
  readonly address: Address;
  readonly token?: string;
  readonly body: unknown;
  readonly repetitions: number;
  /** Prepares one repetition outside the measurement and answers the path to post to. */
  prepare(): Promise<string>;
  /** Checks and clears away what one repetition did. @throws Error when it did not do it. */
  finish(path: string): Promise<void>;
}

/** One large POST at a time on one connection, from the first byte written to the last byte read. */
export const raceLargeRequest = (race: LargeRequest): Candidate => ({
  name: race.name,
  role: race.role,
  open: async () => {},
  async round() {
    // A connection for each round: while the others have their turns, a server may close an idle one.
    const connection = await connectHttp(race.address);
    try {
      return await requestAgainAndAgain(race, connection);
    } finally {
      connection.close();
    }
  },
  close: async () => {},
});

const requestAgainAndAgain = async (race: LargeRequest, connection: HttpConnection): Promise<Figures> => {
  const { address, token, body } = race;
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < race.repetitions; i += 1) {
    const path = await race.prepare();
    const request = encodeRequest(address, { method: 'POST', path, token, body });
    const start = performance.now();
    const answer = await exchangeOnce(connection, request);
    times.push(performance.now() - start);
    bytes = answer.bytes;
    if (answer.status < 200 || answer.status > 299) {
      throw new JobFailure(`POST ${path} answered ${answer.status} ${answer.excerpt}`);
    }
    await race.finish(path);
  }
  return { ms: median(times), answerKb: bytes / 1000 };
};

interface ScratchRoute {
  readonly target: Target;
  /** Path below the graph. */
  readonly route: string;
  /** Checks the graph that the request has filled. */
  verify(graphId: string): Promise<void>;
}

/** Gives each repetition a graph of its own, so that none pays for the nodes of the one before. */
export const onScratchGraphs = ({
  target,
  route,
  verify,
}: ScratchRoute): Pick<LargeRequest, 'prepare' | 'finish'> => ({
  prepare: async () => `/api/graphs/${await createScratchGraph(target)}/${route}`,
  async finish(path) {
    // biome-ignore lint/style/noNonNullAssertion: `prepare` has made the path, with the id of the graph
    const graphId = path.split('/')[3]!;
    await verify(graphId);
    await removeScratchGraph(target, graphId);
  },
});

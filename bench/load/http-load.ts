import { percentile } from '../harness/statistics.ts';
import { connectHttp } from './http-connection.ts';
import { encodeRequest } from './http-request.ts';
import type { HttpConnection } from './http-connection.ts';
import type { Address, HttpRequest } from './http-request.ts';

export interface HttpLoadOptions {
  readonly address: Address;
  /** The requests that every connection sends in rotation. */
  readonly requests: readonly HttpRequest[];
  readonly connections: number;
  readonly ms: number;
  /** Maximum number of requests in total. */
  readonly count: number;
}

export interface HttpLoadResult {
  readonly completed: number;
  readonly ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that the generator used. When the share is close to 1, the generator may be the bottleneck. */
  readonly generatorCpu: number;
  /** Number of requests without a 2xx response. `firstError` describes the first of these requests. */
  readonly refused: number;
  readonly firstError?: string | undefined;
}

/** Creates the load generator. Every connection sends its next request as soon as the previous response has arrived. */
export const createHttpLoad = () => ({ run: runHttpLoad });

const runHttpLoad = async (options: HttpLoadOptions): Promise<HttpLoadResult> => {
  const encodedRequests = options.requests.map((request) => encodeRequest(options.address, request));
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () => connectHttp(options.address)),
  );
  const latencies: number[] = [];
  const rejections: string[] = [];
  let sentCount = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();

  const driveConnection = (connection: HttpConnection) =>
    new Promise<void>((done) => {
      const next = () => {
        const startedAt = performance.now();
        if (sentCount >= options.count || startedAt - start > options.ms) return done();
        // biome-ignore lint/style/noNonNullAssertion: there is at least one request
        const bytes = encodedRequests[sentCount % encodedRequests.length]!;
        sentCount += 1;
        connection.exchange(bytes, (result) => {
          if (result instanceof Error) {
            rejections.push(result.message);
            return done();
          }
          if (result.status < 200 || result.status > 299)
            rejections.push(`${result.status} ${result.excerpt}`);
          latencies.push(performance.now() - startedAt);
          next();
        });
      };
      next();
    });

  await Promise.all(connections.map(driveConnection));
  const ms = performance.now() - start;
  const cpuUsage = process.cpuUsage(cpu);
  for (const connection of connections) connection.close();
  return {
    completed: latencies.length,
    ms,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    generatorCpu: (cpuUsage.user + cpuUsage.system) / 1000 / ms,
    refused: rejections.length,
    firstError: rejections[0],
  };
};

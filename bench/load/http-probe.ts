import { percentile } from '../harness/statistics.ts';
import { connectHttp, sendRawRequest } from './http-connection.ts';
import { encodeRequest } from './http-request.ts';
import type { Address, HttpRequest } from './http-request.ts';

export interface ProbeOptions {
  readonly address: Address;
  readonly request: HttpRequest;
  readonly intervalMs: number;
  readonly ms: number;
}

export interface ProbeResult {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/**
 * Creates a client that sends requests at a steady rate. When a request must wait for the previous response, its time
 * starts at the moment when the request was due, so that a stall counts as much as for independent clients.
 */
export const createHttpProbe = () => ({
  async run({ address, request, intervalMs, ms }: ProbeOptions): Promise<ProbeResult> {
    const bytes = encodeRequest(address, request);
    const connection = await connectHttp(address);
    const latencies: number[] = [];
    const start = performance.now();
    try {
      for (let dueAt = start; dueAt < start + ms; dueAt += intervalMs) {
        const wait = dueAt - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        // A late timer is the fault of this process, so the time starts now. After a late response, the time starts
        // when the request was due.
        const startedAt = wait > 0 ? performance.now() : dueAt;
        const { status, excerpt } = await sendRawRequest(connection, bytes);
        if (status !== 200)
          throw new Error(`${request.method} ${request.path} returned ${status} ${excerpt}`);
        latencies.push(performance.now() - startedAt);
      }
    } finally {
      connection.close();
    }
    return {
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      longestMs: Math.max(...latencies),
    };
  },
});

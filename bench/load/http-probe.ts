import { percentile } from '../harness/statistics.ts';
import { connectHttp, sendRawRequest } from './http-connection.ts';
import { encodeRequest } from './http-request.ts';
import type { Address, HttpRequest } from './http-request.ts';

interface ProbeOptions {
  readonly address: Address;
  readonly request: HttpRequest;
  /** A request is due so often. */
  readonly intervalMs: number;
  readonly ms: number;
}

export interface ProbeResult {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/**
 * A caller with a steady pace. A request that waits for the answer to the one before counts from when it was
 * due, so that a stall weighs as much as it would for independent callers.
 */
export const createHttpProbe = () => ({
  async run({ address, request, intervalMs, ms }: ProbeOptions): Promise<ProbeResult> {
    const bytes = encodeRequest(address, request);
    const connection = await connectHttp(address);
    const latencies: number[] = [];
    const start = performance.now();
    try {
      for (let due = start; due < start + ms; due += intervalMs) {
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        // A late timer is the fault of this process, a late answer is not.
        const began = wait > 0 ? performance.now() : due;
        const { status, excerpt } = await sendRawRequest(connection, bytes);
        if (status !== 200)
          throw new Error(`${request.method} ${request.path} returned ${status} ${excerpt}`);
        latencies.push(performance.now() - began);
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

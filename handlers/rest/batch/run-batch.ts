import { setImmediate as turn } from 'node:timers/promises';
import { batch, largestBatchAnswer } from '#spec/rest/batch.ts';
import { handle } from '../../pipeline/handle.ts';
import { ignoredHeader } from '../../pipeline/ignored.ts';
import { createResultRoom } from '../../pipeline/results.ts';
import { toCall } from './to-call.ts';

interface Result {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
  readonly ignored?: string[];
}

/** Operations that run in one turn of the event loop, so that a long batch leaves others theirs. */
const inOneTurn = 200;

/** Every operation goes the whole way of a request of its own, one after another; none stops the rest. */
export const runBatch = handle(batch.runBatch, async ({ query, body }, { dispatch, security }, { call }) => {
  const share = { settings: security.settings, sync: query.sync, revisions: new Map<string, number>() };
  const calls = body.operations.map((operation, index) => toCall(call, operation, index, share));
  const gaveWay = createResultRoom(largestBatchAnswer);
  const results: Result[] = [];
  for (const [index, operation] of calls.entries()) {
    if (index > 0 && index % inOneTurn === 0) await turn();
    const reply = dispatch(operation);
    const { status, body: sent, headers } = reply instanceof Promise ? await reply : reply;
    const body = sent instanceof Uint8Array ? Buffer.from(sent).toString('base64') : sent;
    const fault = gaveWay(status, body);
    const answer = fault
      ? { status: fault.status, body: fault.toEnvelope() }
      : { status, body: body ?? null };
    const ignored = headers[ignoredHeader]?.split(', ');
    results.push({ index, ...answer, ...(ignored && { ignored }) });
  }
  const succeeded = results.filter(({ status }) => status < 400).length;
  return { totalOperations: results.length, succeeded, failed: results.length - succeeded, results };
});

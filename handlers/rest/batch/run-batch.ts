import { batch, largestBatchAnswer } from '#spec/rest/batch.ts';
import type { Reply } from '../../pipeline/call.ts';
import { handle } from '../../pipeline/handle.ts';
import { ignoredHeader } from '../../pipeline/ignored.ts';
import { JsonBytes } from '../../pipeline/json-bytes.ts';
import { createResultRoom } from '../../pipeline/results.ts';
import { bytesInSlices } from '../../pipeline/sliced-bytes.ts';
import { toCall } from './to-call.ts';

interface Result {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
  readonly ignored?: string[];
}

/** Every operation goes the whole way of a request of its own, one after another; none stops the rest. */
export const runBatch = handle(
  batch.runBatch,
  async ({ query, body }, { dispatch, security, controller, slices }, { call }) => {
    const share = { settings: security.settings, sync: query.sync, revisions: new Map<string, number>() };
    const calls = body.operations.map((operation, index) => toCall(call, operation, index, share));
    const toResult = createResultMaker();
    const results: Result[] = [];
    const texts: string[] = [];
    let succeeded = 0;
    for (const [index, operation] of calls.entries()) {
      const pause = slices.next();
      if (pause) {
        // The edits of each slice are written then: those of all slices in one piece would take as long as the batch.
        controller.commitEdits();
        await pause;
      }
      const reply = dispatch(operation);
      const result = toResult(index, reply instanceof Promise ? await reply : reply);
      if (result.status < 400) succeeded += 1;
      // A result is written with its operation: all of them at once would block the event loop for as long as the batch.
      if (call.takesBytes) texts.push(JSON.stringify(result));
      else results.push(result);
    }
    const totals = { totalOperations: calls.length, succeeded, failed: calls.length - succeeded };
    if (!call.takesBytes) return { ...totals, results };
    return new JsonBytes(await bytesInSlices(batchPieces(totals, texts), slices));
  },
);

/** Makes the result of an operation of its reply; one that does not fit into the answer gives way to an error. */
const createResultMaker = () => {
  const gaveWay = createResultRoom(largestBatchAnswer);
  return (index: number, { status, body: sent, headers }: Reply): Result => {
    const body = sent instanceof Uint8Array ? Buffer.from(sent).toString('base64') : sent;
    const fault = gaveWay(status, body);
    const answer = fault
      ? { status: fault.status, body: fault.toEnvelope() }
      : { status, body: body ?? null };
    const ignored = headers[ignoredHeader]?.split(', ');
    return { index, ...answer, ...(ignored && { ignored }) };
  };
};

function* batchPieces(totals: object, results: readonly string[]): Generator<string> {
  yield `${JSON.stringify(totals).slice(0, -1)},"results":[`;
  for (const [index, text] of results.entries()) yield index === 0 ? text : `,${text}`;
  yield ']}';
}

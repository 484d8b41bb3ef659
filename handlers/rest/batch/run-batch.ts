import { batch, largestBatchAnswer } from '#spec/rest/batch.ts';
import { handle } from '../../pipeline/handle.ts';
import { ignoredHeader } from '../../pipeline/ignored.ts';
import type { Call, Reply } from '../../pipeline/call.ts';
import { JsonBytes } from '../../pipeline/json-bytes.ts';
import { createResultRoom } from '../../pipeline/results.ts';
import { bytesInSlices } from '../../pipeline/sliced-bytes.ts';
import { madeButUnsaved } from '../../pipeline/unsaved.ts';
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
    const edits = new Set<Call>();
    const share = {
      settings: security.settings,
      sync: query.sync,
      revisions: new Map<string, number>(),
      edits,
    };
    const calls = body.operations.map((operation, index) => toCall(call, operation, index, share));
    const toResult = createResultMaker();
    const results: Result[] = [];
    const texts: string[] = [];
    let succeeded = 0;
    // A result is written with its operation: all of them at once would block the event loop for as long as the batch.
    const put = (result: Result): void => {
      if (call.takesBytes) texts[result.index] = JSON.stringify(result);
      else results[result.index] = result;
    };
    /** Results of edits that are not written yet. */
    let unwritten: Result[] = [];
    const writeEdits = (): void => {
      controller.commitEdits();
      const failure = controller.hasUnnotedEdits ? controller.editFailure : undefined;
      if (failure) {
        const fault = madeButUnsaved(failure);
        for (const result of unwritten) put({ ...result, status: fault.status, body: fault.toEnvelope() });
        succeeded -= unwritten.length;
      }
      unwritten = [];
    };
    for (const [index, operation] of calls.entries()) {
      const pause = slices.next();
      if (pause) {
        // The edits of each slice are written then: those of all slices in one piece would take as long as the batch.
        writeEdits();
        await pause;
      }
      const reply = dispatch(operation);
      const result = toResult(index, reply instanceof Promise ? await reply : reply);
      put(result);
      if (result.status >= 400) continue;
      succeeded += 1;
      if (edits.has(operation)) unwritten.push(result);
    }
    writeEdits();
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

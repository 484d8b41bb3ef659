import type { Fault } from '#spec/errors.ts';
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
    let succeeded = 0;
    let latest: Result[] = [];
    const earlier: Result[][] = [];
    const texts: string[] = [];
    /** Writes the edits of a slice, after which its results are final. Those of all slices at once would block the event loop. */
    const endSlice = (): Result[] => {
      controller.commitEdits();
      const failure = controller.hasUnnotedEdits ? controller.editFailure : undefined;
      const isUnsaved = ({ index, status }: Result): boolean =>
        status < 400 && edits.has(calls[index] as Call);
      const results = failure
        ? latest.map((result) => (isUnsaved(result) ? { ...result, ...unsaved(failure) } : result))
        : latest;
      for (const { status } of results) if (status < 400) succeeded += 1;
      edits.clear();
      latest = [];
      return results;
    };
    for (const [index, operation] of calls.entries()) {
      const pause = slices.next();
      if (pause && latest.length === 0) await pause;
      else if (pause) {
        const results = endSlice();
        if (call.takesBytes) texts.push(JSON.stringify(results).slice(1, -1));
        else earlier.push(results);
        await pause;
      }
      const reply = dispatch(operation);
      latest.push(toResult(index, reply instanceof Promise ? await reply : reply));
    }
    const results = endSlice();
    const totals = { totalOperations: calls.length, succeeded, failed: calls.length - succeeded };
    if (texts.length === 0) return { ...totals, results: [...earlier.flat(), ...results] };
    texts.push(JSON.stringify(results).slice(1, -1));
    return new JsonBytes(await bytesInSlices(batchPieces(totals, texts), slices));
  },
);

const unsaved = (failure: Fault): Pick<Result, 'status' | 'body'> => {
  const fault = madeButUnsaved(failure);
  return { status: fault.status, body: fault.toEnvelope() };
};

/** Makes the result of an operation of its reply; one that does not fit into the answer is replaced by an error. */
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

/** @param results of one slice each, as a list without its brackets */
function* batchPieces(totals: object, results: readonly string[]): Generator<string> {
  yield `${JSON.stringify(totals).slice(0, -1)},"results":[`;
  for (const [index, text] of results.entries()) yield index === 0 ? text : `,${text}`;
  yield ']}';
}

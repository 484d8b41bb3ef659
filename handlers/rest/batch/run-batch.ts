import type { Fault } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
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
export const runBatch = handle(batch.runBatch, async ({ query, body }, services, { call }) => {
  const { dispatch, acknowledge, hasEdited, now, security, slices } = services;
  const { settings } = security;
  const share = { settings, sync: query.sync, revisions: new Map<string, number>() };
  const calls = body.operations.map((operation, index) => toCall(call, operation, index, share));
  const toResult = createResultMaker();
  /** The results of a slice, once its edits are saved. Writing those of all slices at once would block the event loop. */
  const save = (results: Result[], began: number): MaybePromise<Result[]> =>
    acknowledge(results, began, (failure) =>
      results.map((result) =>
        hasEdited(calls[result.index] as Call, result) ? { ...result, ...unsaved(failure) } : result,
      ),
    );
  let succeeded = 0;
  let began = now();
  let latest: Result[] = [];
  const earlier: Result[] = [];
  const texts: string[] = [];
  for (const [index, operation] of calls.entries()) {
    const pause = slices.next();
    if (pause) {
      if (latest.length > 0) {
        const results = await save(latest, began);
        succeeded += countSucceeded(results);
        if (call.takesBytes) texts.push(toListText(results));
        else earlier.push(...results);
        latest = [];
      }
      await pause;
      began = now();
    }
    const reply = dispatch(operation);
    latest.push(toResult(index, reply instanceof Promise ? await reply : reply));
  }
  const results = await save(latest, began);
  succeeded += countSucceeded(results);
  const totals = { totalOperations: calls.length, succeeded, failed: calls.length - succeeded };
  if (texts.length === 0) {
    return { ...totals, results: earlier.length === 0 ? results : [...earlier, ...results] };
  }
  texts.push(toListText(results));
  return new JsonBytes(await bytesInSlices(batchPieces(totals, texts), slices));
});

const countSucceeded = (results: readonly Result[]): number => {
  let count = 0;
  for (const { status } of results) if (status < 400) count += 1;
  return count;
};

/** A list as JSON without its brackets. */
const toListText = (results: readonly Result[]): string => JSON.stringify(results).slice(1, -1);

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
    const result = fault
      ? { index, status: fault.status, body: fault.toEnvelope() }
      : { index, status, body: body ?? null };
    const ignored = headers[ignoredHeader];
    return ignored === undefined ? result : { ...result, ignored: ignored.split(', ') };
  };
};

/** @param results of one slice each, as {@link toListText} writes them */
function* batchPieces(totals: object, results: readonly string[]): Generator<string> {
  yield `${JSON.stringify(totals).slice(0, -1)},"results":[`;
  for (const [index, text] of results.entries()) yield index === 0 ? text : `,${text}`;
  yield ']}';
}

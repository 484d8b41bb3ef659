import type { ApiError } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { batchOperations, maxBatchResultSize } from '#spec/rest/batch.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { ignoredHeader } from '../../pipeline/ignored-fields.ts';
import type { Call, Reply } from '../../pipeline/call.ts';
import { JsonBytes } from '../../pipeline/json-bytes.ts';
import { createResultBudget } from '../../pipeline/result-budget.ts';
import { encodeInSlices } from '../../pipeline/encode-in-slices.ts';
import { createUnsavedEditError } from '../../pipeline/save-errors.ts';
import { toOperationCall } from './to-operation-call.ts';

interface Result {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
  readonly ignored?: string[];
}

/**
 * Runs the operations one after another, each through the whole pipeline. If one operation fails, the others still run.
 */
export const runBatch = defineHandler(
  batchOperations.runBatch,
  async ({ query, body }, services, { call }) => {
    const { dispatch, acknowledge, hasEditedProject, now, security, slices } = services;
    const { settings } = security;
    const share = { settings, sync: query.sync, revisions: new Map<string, number>() };
    const calls = body.operations.map((operation, index) => toOperationCall(call, operation, index, share));
    const toResult = createResultBuilder();
    /**
     * Returns a slice's results after its edits have been saved. Saving the edits of all slices together would block
     * the event loop.
     */
    const save = (results: Result[], startedAt: number): MaybePromise<Result[]> =>
      acknowledge(results, startedAt, (failure) =>
        results.map((result) =>
          hasEditedProject(calls[result.index] as Call, result)
            ? { ...result, ...toUnsavedResult(failure) }
            : result,
        ),
      );
    let succeeded = 0;
    let startedAt = now();
    let latest: Result[] = [];
    const earlier: Result[] = [];
    const texts: string[] = [];
    for (const [index, operation] of calls.entries()) {
      const pause = slices.startNextUnit();
      if (pause) {
        if (latest.length > 0) {
          const results = await save(latest, startedAt);
          succeeded += countSucceeded(results);
          if (call.acceptsBytes) texts.push(toListText(results));
          else earlier.push(...results);
          latest = [];
        }
        await pause;
        startedAt = now();
      }
      const reply = dispatch(operation);
      latest.push(toResult(index, reply instanceof Promise ? await reply : reply));
    }
    const results = await save(latest, startedAt);
    succeeded += countSucceeded(results);
    const totals = { totalOperations: calls.length, succeeded, failed: calls.length - succeeded };
    if (texts.length === 0) {
      return { ...totals, results: earlier.length === 0 ? results : [...earlier, ...results] };
    }
    texts.push(toListText(results));
    return new JsonBytes(await encodeInSlices(generateBatchJson(totals, texts), slices));
  },
);

const countSucceeded = (results: readonly Result[]): number => {
  let count = 0;
  for (const { status } of results) if (status < 400) count += 1;
  return count;
};

/** Formats results as a JSON list without the enclosing brackets. */
const toListText = (results: readonly Result[]): string => JSON.stringify(results).slice(1, -1);

const toUnsavedResult = (failure: ApiError): Pick<Result, 'status' | 'body'> => {
  const error = createUnsavedEditError(failure);
  return { status: error.status, body: error.toEnvelope() };
};

/**
 * Creates a function that converts replies to results. A result that doesn't fit into the response is replaced by an
 * error.
 */
const createResultBuilder = () => {
  const checkBudget = createResultBudget(maxBatchResultSize);
  return (index: number, { status, body: sent, headers }: Reply): Result => {
    const body = sent instanceof Uint8Array ? Buffer.from(sent).toString('base64') : sent;
    const error = checkBudget(status, body);
    const result = error
      ? { index, status: error.status, body: error.toEnvelope() }
      : { index, status, body: body ?? null };
    const ignored = headers[ignoredHeader];
    return ignored === undefined ? result : { ...result, ignored: ignored.split(', ') };
  };
};

/**
 * Generates the JSON response of a batch in pieces.
 * @param results one string per slice, as returned by {@link toListText}
 */
function* generateBatchJson(totals: object, results: readonly string[]): Generator<string> {
  yield `${JSON.stringify(totals).slice(0, -1)},"results":[`;
  for (const [index, text] of results.entries()) yield index === 0 ? text : `,${text}`;
  yield ']}';
}

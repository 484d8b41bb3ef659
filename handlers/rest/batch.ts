import { ApiError } from '#spec/errors.ts';
import { type BatchOperation, type batchOperations, maxBatchResultSize } from '#spec/rest/batch.ts';
import { encodeInSlices } from '../event-loop-turns.ts';
import { createUnsavedEditError } from '../pipeline/edits.ts';
import { ignoredHeader } from '../pipeline/ignored-fields.ts';
import { createResultBudget } from '../pipeline/result-budget.ts';
import { Result } from '../pipeline/result.ts';
import { parseRequestTarget } from '../pipeline/router.ts';
import { createErrorReply } from '../pipeline/call.ts';
import { createBatchReferences, createFieldError } from './batch/references.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { BatchContext, Call, Reply } from '../pipeline/call.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const batchHandlers: Handlers<typeof batchOperations> = {
  /**
   * Runs the operations one after another, each through the whole pipeline. If one operation fails, the others still run.
   */
  async runBatch({ query, body }, services, { call }) {
    const { dispatch, acknowledge, hasEditedProject, now, security, slices } = services;
    const { settings } = security;
    const share = {
      ...{ settings, sync: query.sync, revisions: new Map<string, number>() },
      editSource: call.editSource ?? { client: call.clientName ?? '', operation: 'runBatch', hasParts: true },
    };
    const { operations, stopOnFailure } = body;
    const calls = operations.map((operation, index) => toOperationCall(call, operation, index, share));
    const references = body.references ? createBatchReferences(operations, maxBatchResultSize) : undefined;
    const toResult = createResultBuilder();
    const run = (index: number, operation: Call): MaybePromise<Reply> => {
      if (!references) return dispatch(operation);
      try {
        const resolved = references.resolve(operations[index] as BatchOperation, index);
        const resolvedCall = toOperationCall(call, resolved, index, share);
        calls[index] = resolvedCall;
        return dispatch(resolvedCall);
      } catch (failure) {
        if (failure instanceof ApiError) return createErrorReply(failure);
        throw failure;
      }
    };
    /**
     * Returns a slice's results after its edits have been saved. Saving the edits of all slices together would block
     * the event loop.
     */
    const save = (results: OperationResult[], startedAt: number): MaybePromise<OperationResult[]> =>
      acknowledge(results, startedAt, (failure) =>
        results.map((result) => {
          const operation = calls[result.index];
          return operation && hasEditedProject(operation, result)
            ? { ...result, ...toUnsavedResult(failure) }
            : result;
        }),
      );
    let succeeded = 0;
    let skipped = 0;
    let failedIndex: number | undefined;
    let startedAt = now();
    let latest: OperationResult[] = [];
    const earlier: OperationResult[] = [];
    const texts: string[] = [];
    for (const [index, operation] of calls.entries()) {
      const pause = slices.startNextUnit();
      if (pause) {
        if (latest.length > 0) {
          const results = await save(latest, startedAt);
          succeeded += countSucceeded(results);
          if (stopOnFailure) failedIndex ??= results.find(({ status }) => status >= 400)?.index;
          if (call.acceptsBytes) texts.push(toListText(results));
          else earlier.push(...results);
          latest = [];
        }
        await pause;
        startedAt = now();
      }
      if (failedIndex !== undefined) {
        skipped += 1;
        latest.push(toResult(index, createErrorReply(createSkippedError(failedIndex))));
        continue;
      }
      const running = run(index, operation);
      const reply = running instanceof Promise ? await running : running;
      const result = toResult(index, reply);
      latest.push(result);
      references?.record(operations[index] as BatchOperation, result);
      if (stopOnFailure && result.status >= 400) failedIndex = index;
    }
    const results = await save(latest, startedAt);
    succeeded += countSucceeded(results);
    const totals = {
      ...{ totalOperations: calls.length, succeeded, failed: calls.length - succeeded - skipped },
      ...(stopOnFailure && { skipped }),
    };
    if (texts.length === 0) {
      return { ...totals, results: earlier.length === 0 ? results : [...earlier, ...results] };
    }
    texts.push(toListText(results));
    return Result.bytes(await encodeInSlices(generateBatchJson(totals, texts), slices));
  },
};

interface OperationResult {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
  readonly ignored?: string[];
}

const countSucceeded = (results: readonly OperationResult[]): number => {
  let count = 0;
  for (const { status } of results) if (status < 400) count += 1;
  return count;
};

/** Formats results as a JSON list without the enclosing brackets. */
const toListText = (results: readonly OperationResult[]): string => JSON.stringify(results).slice(1, -1);

const createSkippedError = (failedIndex: number): ApiError =>
  new ApiError('OPERATION_SKIPPED', `The operation did not run, because operation ${failedIndex} failed.`, {
    failedIndex,
  });

const toUnsavedResult = (failure: ApiError): Pick<OperationResult, 'status' | 'body'> => {
  const error = createUnsavedEditError(failure);
  return { status: error.status, body: error.toEnvelope() };
};

/**
 * Creates a function that converts replies to results. A result that doesn't fit into the response is replaced by an
 * error.
 */
const createResultBuilder = () => {
  const checkBudget = createResultBudget(maxBatchResultSize);
  return (index: number, { status, body: sent, headers }: Reply): OperationResult => {
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

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

const batchPath = /^\/api\/batch\/?$/i;

/**
 * Converts one of a batch's operations to a call with the batch's credentials and If-Match header.
 * @throws ApiError INVALID_REQUEST that names the operation
 */
const toOperationCall = (
  outer: Call,
  { method, path, body }: BatchOperation,
  index: number,
  batch: BatchContext,
): Call => {
  const name = method.toUpperCase();
  if (!methods.includes(name)) {
    throw createFieldError(index, 'method', `'${method}'; expected one of ${methods.join(', ')}`);
  }
  const { path: route, query } = parseRequestTarget(path);
  if (!path.startsWith('/api/') || !route.startsWith('/api/'))
    throw createFieldError(index, 'path', `'${path}'; expected a path under /api/`);
  if (batchPath.test(route))
    throw createFieldError(index, 'path', `'${path}'; a batch cannot hold another batch`);
  const { token, authorization, origin, host, contentType, accept, ifMatch, clientName, preflight } = outer;
  const { address, isLoopback, remoteListener } = outer;
  // The properties are listed individually, because spreading the batch's call would take a fifth of an operation's
  // time.
  return {
    method: name,
    path: route,
    query,
    token,
    authorization,
    origin,
    host,
    contentType,
    accept,
    ifMatch,
    clientName,
    editSource: batch.editSource,
    preflight,
    address,
    isLoopback,
    remoteListener,
    batch,
    acceptsBytes: false,
    body: body === undefined ? undefined : { json: body },
  };
};

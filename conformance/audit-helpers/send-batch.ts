import { filterRecords } from '../json.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { RequestOptions, Reply } from '../target/http/exchange.ts';

export interface BatchOperation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export const sendBatch = (
  t: Pick<AuditTools, 'http'>,
  operations: readonly BatchOperation[],
  options?: RequestOptions,
): Promise<Reply> => t.http.post('/api/batch', { operations }, options);

/** Returns the results in a batch response in the order of the operations, using the index in each result. */
export const getBatchResults = (reply: Reply): readonly JsonRecord[] =>
  filterRecords(reply.at('results')).toSorted((a, b) => Number(a.index) - Number(b.index));

/**
 * Whether an operation in a batch succeeded with any 2xx status, because the description may not specify the exact
 * status.
 */
export const isOperationDone = (result: JsonRecord | undefined): boolean =>
  Number(result?.status) >= 200 && Number(result?.status) < 300;

/**
 * Whether an operation did not run, because the whole batch was rejected or the operation has an error status of its
 * own.
 */
export const isOperationBlocked = (reply: Reply, position: number): boolean =>
  reply.status === 400 || (reply.status === 200 && Number(getBatchResults(reply)[position]?.status) >= 400);

/** The status of a rejected batch, or of one operation in a batch that was accepted. */
export const getOperationStatus = (reply: Reply, position: number): unknown =>
  reply.status === 200 ? getBatchResults(reply)[position]?.status : reply.status;

/** Checks that a valid batch works. Otherwise, a rejection would prove nothing. */
export const givenBatches = async (t: AuditTools): Promise<void> => {
  const reply = await sendBatch(t, [{ method: 'GET', path: '/api/health' }]);
  t.given(
    reply.status === 200 && isOperationDone(getBatchResults(reply)[0]),
    'a batch of one valid operation succeeds',
    { actual: reply.text.slice(0, 200) },
  );
};

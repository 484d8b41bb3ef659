import { recordsOf } from '../json.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { RequestOptions, Reply } from '../target/http/exchange.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export const sendBatch = (
  t: Pick<AuditTools, 'http'>,
  operations: readonly Operation[],
  options?: RequestOptions,
): Promise<Reply> => t.http.post('/api/batch', { operations }, options);

/** The results of a batch in the order of its operations: they are known by their index, wherever they stand. */
export const resultsOf = (reply: Reply): readonly JsonRecord[] =>
  recordsOf(reply.at('results')).toSorted((a, b) => Number(a.index) - Number(b.index));

/** Whether an operation of a batch succeeded; with which status is free where the call itself leaves it free. */
export const isDone = (result: JsonRecord | undefined): boolean =>
  Number(result?.status) >= 200 && Number(result?.status) < 300;

/** Whether an operation was kept from running: with the whole batch, or by a status of its own. */
export const isBlocked = (reply: Reply, position: number): boolean =>
  reply.status === 400 || (reply.status === 200 && Number(resultsOf(reply)[position]?.status) >= 400);

/** A batch that works: without it, a refusal means nothing. */
export const givenBatches = async (t: AuditTools): Promise<void> => {
  const reply = await sendBatch(t, [{ method: 'GET', path: '/api/health' }]);
  t.given(reply.status === 200 && isDone(resultsOf(reply)[0]), 'a batch of one valid operation succeeds', {
    actual: reply.text.slice(0, 200),
  });
};

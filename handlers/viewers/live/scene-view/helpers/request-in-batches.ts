import type { SceneClient } from '#spec/client/index.ts';

export interface BatchOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** The maximum number of requests in one batch. This limit keeps the service responsive for other clients. */
const maxBatchSize = 400;

/**
 * Sends many requests in as few batches as possible.
 * @returns the responses in the order of the requests; `undefined` for each failed request
 */
export const requestInBatches = async (
  client: Pick<SceneClient, 'request'>,
  requested: readonly BatchOperation[],
): Promise<unknown[]> => {
  const bodies: unknown[] = [];
  while (bodies.length < requested.length) {
    const operations = requested.slice(bodies.length, bodies.length + maxBatchSize);
    const { results } = await client.request('POST /api/batch', { body: { operations: [...operations] } });
    bodies.push(...results.map(({ status, body }) => (status === 200 ? body : undefined)));
  }
  return bodies;
};

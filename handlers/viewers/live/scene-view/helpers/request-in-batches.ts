import type { SceneClient } from '#spec/client/index.ts';

/** A request of a batch. */
export interface BatchOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Most requests in one batch, so that the service stays responsive to others. */
const maxBatchSize = 400;

/** Sends many requests in few batches. @returns the responses in order; undefined for failed requests */
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

import { SceneRuntimeError } from '#spec/client/index.ts';
import type { SceneClient } from '#spec/client/index.ts';

interface BatchOperation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/**
 * Runs operations in order, in a single batch call.
 * @throws SceneRuntimeError for the first operation that fails
 */
export const runOperations = async (
  client: SceneClient,
  operations: readonly BatchOperation[],
  ifMatch?: number,
): Promise<void> => {
  if (operations.length === 0) return;
  const { results } = await client.request('POST /api/batch', {
    body: { operations: [...operations] },
    ...(ifMatch !== undefined && { ifMatch }),
  });
  const rejected = results.find(({ status }) => status >= 400);
  if (rejected) throw toSceneRuntimeError(rejected.body, rejected.status);
};

const toSceneRuntimeError = (body: unknown, status: number): SceneRuntimeError => {
  const { error } = body as { readonly error?: { readonly code: string; readonly message: string } };
  return new SceneRuntimeError(
    error ?? { code: 'UNKNOWN', message: `The response has status ${status}` },
    status,
  );
};

/** Returns the path of a graph, or of a resource inside the graph. */
export const formatGraphPath = (graphId: string, ...rest: readonly string[]): string =>
  `/api/graphs/${[graphId, ...rest].map(encodeURIComponent).join('/')}`;

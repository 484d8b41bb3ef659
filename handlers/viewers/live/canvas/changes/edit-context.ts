import {
  type Answer,
  type Input,
  type Route,
  type SceneClient,
  SceneRuntimeError,
} from '#spec/client/index.ts';
import {
  findNodeById,
  type GraphDetail,
  type NodeRecord,
  type NotesByNodeId,
  type PortRecord,
} from '../../graphs/graph-types.ts';
import type { PortRef } from './graph-change.ts';

export interface EditContext {
  readonly client: SceneClient;
  /** The graph as the page last read it. The service makes the edit only if the graph still has this revision. */
  readonly graph: GraphDetail;
  readonly notes: NotesByNodeId;
}

export type BatchOperation = Input<'POST /api/batch'>['body']['operations'][number];

/** A change as operations of one batch, so that the change is one step in the history of the graph. */
export interface ChangePlan {
  readonly operations: readonly BatchOperation[];
  /**
   * Returns the graph after the change. If absent, the graph must be read again.
   * @param results the bodies of the responses to the operations
   */
  readonly update?: ((graph: GraphDetail, results: readonly unknown[]) => GraphDetail) | undefined;
  /** Returns the nodes to select. */
  readonly listNewNodes?: (results: readonly unknown[]) => readonly string[];
}

/** Returns the result of an operation as the response of its route. */
export const toAnswer = <R extends Route>(_route: R, result: unknown): Answer<R> => result as Answer<R>;

type PortDirection = PortRecord['direction'];

/** @throws SceneRuntimeError if the node was removed */
export const findNode = ({ graph }: Pick<EditContext, 'graph'>, nodeId: string): NodeRecord => {
  const node = findNodeById(graph, nodeId);
  if (!node) throw createMissingError('NODE_NOT_FOUND', 'The node no longer exists.');
  return node;
};

/**
 * Finds a port by node, name and direction.
 * @throws SceneRuntimeError if the port was removed
 */
export const findPort = (
  context: Pick<EditContext, 'graph'>,
  { nodeId, name }: PortRef,
  side: PortDirection,
): PortRecord => {
  const node = findNode(context, nodeId);
  const port = node.ports.find((candidate) => candidate.name === name && candidate.direction === side);
  if (!port)
    throw createMissingError(
      'PORT_NOT_FOUND',
      `The node ${node.category} no longer has the ${side} '${name}'.`,
    );
  return port;
};

const createMissingError = (code: string, message: string): SceneRuntimeError =>
  new SceneRuntimeError({ code, message });

export const replaceNode = (graph: GraphDetail, node: NodeRecord): GraphDetail['nodes'] =>
  graph.nodes.map((existing) => (existing.id === node.id ? node : existing));

/**
 * Runs operations in order, in a single batch call. If one of them fails, those before it are undone.
 * @returns the bodies of the responses
 * @throws SceneRuntimeError for the operation that fails
 */
export const runOperations = async (
  { client, graph }: Pick<EditContext, 'client' | 'graph'>,
  operations: readonly BatchOperation[],
): Promise<readonly unknown[]> => {
  if (operations.length === 0) return [];
  const { results } = await client.request('POST /api/batch', {
    body: { operations: [...operations], references: true, stopOnFailure: true },
    ifMatch: graph.revision,
  });
  const rejected = results.find(({ status }) => status >= 400);
  if (!rejected) return results.map(({ body }) => body);
  if (rejected.index > 0)
    await client
      .request('POST /api/graphs/{graphId}/undo', {
        params: { graphId: graph.id },
        body: { revision: graph.revision },
      })
      .catch(() => {});
  throw toSceneRuntimeError(rejected.body, rejected.status);
};

const toSceneRuntimeError = (body: unknown, status: number): SceneRuntimeError => {
  const { error } = body as { readonly error?: ConstructorParameters<typeof SceneRuntimeError>[0] };
  return new SceneRuntimeError(
    error ?? { code: 'UNKNOWN', message: `The response has status ${status}` },
    status,
  );
};

/** Returns the path of a graph, or of a resource inside the graph. */
export const formatGraphPath = (graphId: string, ...rest: readonly string[]): string =>
  `/api/graphs/${[graphId, ...rest].map(encodeURIComponent).join('/')}`;

/** Returns the query of an edit that takes effect at once if the graph runs. */
export const getSyncQuery = ({ state }: Pick<GraphDetail, 'state'>): string =>
  state === 'running' ? '?sync=true' : '';

import { type Input, type SceneClient, SceneRuntimeError } from '#spec/client/index.ts';
import {
  findNodeById,
  type GraphDetail,
  type NodeRecord,
  type NotesByNodeId,
  type PortRecord,
} from '../../graphs/graph-types.ts';
import type { GraphChange, PortRef } from './graph-change.ts';

/** Maps the ids of nodes that undo has recreated to their new ids. */
export interface NodeIdMap {
  getCurrentId(nodeId: string): string;
  /** Returns the id that the node had originally. */
  getOriginalId(nodeId: string): string;
  /** Records that undo has recreated a node under a new id. */
  recordNewId(nodeId: string, id: string): void;
}

export const createNodeIdMap = (): NodeIdMap => {
  const currentIds = new Map<string, string>();
  const originalIds = new Map<string, string>();
  const createResolver =
    (steps: ReadonlyMap<string, string>) =>
    (nodeId: string): string => {
      let id = nodeId;
      for (let next = steps.get(id); next !== undefined; next = steps.get(id)) id = next;
      return id;
    };
  return {
    getCurrentId: createResolver(currentIds),
    getOriginalId: createResolver(originalIds),
    recordNewId(nodeId, id) {
      currentIds.set(nodeId, id);
      originalIds.set(id, nodeId);
    },
  };
};

export interface EditContext {
  readonly client: SceneClient;
  /** The graph as the page last read it. The service makes the edit only if the graph still has this revision. */
  readonly graph: GraphDetail;
  readonly notes: NotesByNodeId;
  readonly nodeIds: NodeIdMap;
}

export interface EditResult {
  /** The change that undoes the applied change, or `undefined` if the applied change can't be undone. */
  readonly undoChange: GraphChange | undefined;
  /** The graph after the change, or `undefined` if the graph must be read again. */
  readonly graph?: GraphDetail | undefined;
  readonly nodeIds?: readonly string[];
}

type PortDirection = PortRecord['direction'];

/**
 * Finds a node, even if undo has recreated it under a new id.
 * @throws SceneRuntimeError if the node was removed
 */
export const findNode = ({ graph, nodeIds }: EditContext, nodeId: string): NodeRecord => {
  const node = findNodeById(graph, nodeIds.getCurrentId(nodeId));
  if (!node) throw createMissingError('NODE_NOT_FOUND', 'The node no longer exists.');
  return node;
};

/**
 * Finds a port by node, name and direction.
 * @throws SceneRuntimeError if the port was removed
 */
export const findPort = (
  context: EditContext,
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

type BatchOperation = Input<'POST /api/batch'>['body']['operations'][number];

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

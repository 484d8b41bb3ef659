import { SceneRuntimeError } from '#spec/client/index.ts';
import { findNodeById } from '../../graphs/graph-types.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphDetail, NodeRecord, NotesByNodeId, PortRecord } from '../../graphs/graph-types.ts';
import type { GraphChange, PortRef } from './graph-change.ts';
import type { NodeIdMap } from './node-id-map.ts';

/** Everything that is needed to apply a change. */
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
  /** The ids of the added nodes. */
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

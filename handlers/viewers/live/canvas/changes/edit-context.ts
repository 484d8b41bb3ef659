import { SceneRuntimeError } from '#spec/client/index.ts';
import { findNodeById } from '../../graphs/graph-types.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphDetail, NodeRecord, NotesByNodeId, PortRecord } from '../../graphs/graph-types.ts';
import type { GraphChange, PortRef } from './graph-change.ts';
import type { NodeIdMap } from './node-id-map.ts';

/** What a change is made with. */
export interface EditContext {
  readonly client: SceneClient;
  /** The graph as it is known; its revision is the one that the edit is for. */
  readonly graph: GraphDetail;
  readonly notes: NotesByNodeId;
  readonly nodeIds: NodeIdMap;
}

/** What making a change came to. */
export interface EditResult {
  /** What takes it back; undefined for what cannot be. */
  readonly undoChange: GraphChange | undefined;
  /** What has become of the graph; undefined when it has to be read. */
  readonly graph?: GraphDetail | undefined;
  /** The nodes that it brought. */
  readonly nodeIds?: readonly string[];
}

type PortDirection = PortRecord['direction'];

/** @throws SceneRuntimeError for a node that has gone */
export const findNode = ({ graph, nodeIds }: EditContext, nodeId: string): NodeRecord => {
  const node = findNodeById(graph, nodeIds.getCurrentId(nodeId));
  if (!node) throw createMissingError('NODE_NOT_FOUND', 'The node is no longer there.');
  return node;
};

/** @throws SceneRuntimeError for a port that has gone */
export const findPort = (desk: EditContext, { nodeId, name }: PortRef, side: PortDirection): PortRecord => {
  const node = findNode(desk, nodeId);
  const port = node.ports.find((one) => one.name === name && one.direction === side);
  if (!port)
    throw createMissingError(
      'PORT_NOT_FOUND',
      `The node ${node.category} has no ${side} '${name}' any more.`,
    );
  return port;
};

const createMissingError = (code: string, message: string): SceneRuntimeError =>
  new SceneRuntimeError({ code, message });

export const replaceNode = (graph: GraphDetail, node: NodeRecord): GraphDetail['nodes'] =>
  graph.nodes.map((known) => (known.id === node.id ? node : known));

import { findNode } from './edit-context.ts';
import { formatGraphPath, runOperations } from './run-batch.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';
import type { GraphChangeOf, NodePosition } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/** Moves nodes to other positions on the canvas. */
export const applyMove = async (
  context: EditContext,
  { positions }: GraphChangeOf<'move'>,
): Promise<EditResult> => {
  const { client, graph } = context;
  const targets = positions.map((position) => ({
    ...position,
    nodeId: findNode(context, position.nodeId).id,
  }));
  await runOperations(
    client,
    targets.map(({ nodeId, locationX, locationY }) => ({
      method: 'PUT',
      path: formatGraphPath(graph.id, 'nodes', nodeId),
      body: { locationX, locationY },
    })),
    graph.revision,
  );
  return withNodePositions(graph, targets, targets.length);
};

/** Lets the service arrange the graph's nodes. */
export const applyAutoLayout = async (
  { client, graph }: EditContext,
  { arrangement }: GraphChangeOf<'arrange'>,
): Promise<EditResult> => {
  const params = { graphId: graph.id };
  const { by, ...body } = arrangement;
  const request = { params, ifMatch: graph.revision };
  const { positions } =
    by === 'layout'
      ? await client.request('POST /api/graphs/{graphId}/layout', { ...request, body })
      : by === 'tidy'
        ? await client.request('POST /api/graphs/{graphId}/layout/tidy', { ...request, body: {} })
        : await client.request('POST /api/graphs/{graphId}/layout/restore', request);
  return withNodePositions(
    graph,
    Object.entries(positions).map(([nodeId, location]) => ({ nodeId, ...location })),
    1,
  );
};

/** Returns a copy of the graph with the new node positions. Its revision is increased by the number of edits. */
const withNodePositions = (
  graph: GraphDetail,
  positions: readonly NodePosition[],
  edits: number,
): EditResult => {
  const positionsById = new Map(positions.map(({ nodeId, ...location }) => [nodeId, location]));
  const movedNodes = graph.nodes.filter(({ id }) => positionsById.has(id));
  return {
    undoChange: {
      kind: 'move',
      positions: movedNodes.map(({ id, locationX, locationY }) => ({ nodeId: id, locationX, locationY })),
    },
    graph: {
      ...graph,
      revision: graph.revision + edits,
      nodes: graph.nodes.map((node) => ({ ...node, ...positionsById.get(node.id) })),
    },
  };
};

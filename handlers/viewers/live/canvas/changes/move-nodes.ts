import { findNode } from './edit-context.ts';
import { formatGraphPath, runOperations } from './run-operations.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';
import type { GraphChangeOf, NodePosition } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/** Moves nodes on the canvas. */
export const applyMove = async (
  desk: EditContext,
  { places }: GraphChangeOf<'place'>,
): Promise<EditResult> => {
  const { client, graph } = desk;
  const to = places.map((place) => ({ ...place, nodeId: findNode(desk, place.nodeId).id }));
  await runOperations(
    client,
    to.map(({ nodeId, locationX, locationY }) => ({
      method: 'PUT',
      path: formatGraphPath(graph.id, 'nodes', nodeId),
      body: { locationX, locationY },
    })),
    graph.revision,
  );
  return withNodePositions(graph, to, to.length);
};

/** Lets the service arrange the nodes. */
export const applyAutoLayout = async (
  { client, graph }: EditContext,
  { arrangement }: GraphChangeOf<'arrange'>,
): Promise<EditResult> => {
  const params = { graphId: graph.id };
  const { by, ...body } = arrangement;
  const call = { params, ifMatch: graph.revision };
  const { positions } =
    by === 'layout'
      ? await client.request('POST /api/graphs/{graphId}/layout', { ...call, body })
      : by === 'tidy'
        ? await client.request('POST /api/graphs/{graphId}/layout/tidy', { ...call, body: {} })
        : await client.request('POST /api/graphs/{graphId}/layout/restore', call);
  return withNodePositions(
    graph,
    Object.entries(positions).map(([nodeId, location]) => ({ nodeId, ...location })),
    1,
  );
};

/** Returns the graph with moved nodes and its revision advanced by the number of edits. */
const withNodePositions = (
  graph: GraphDetail,
  places: readonly NodePosition[],
  edits: number,
): EditResult => {
  const placeOf = new Map(places.map(({ nodeId, ...location }) => [nodeId, location]));
  const before = graph.nodes.filter(({ id }) => placeOf.has(id));
  return {
    undoChange: {
      kind: 'place',
      places: before.map(({ id, locationX, locationY }) => ({ nodeId: id, locationX, locationY })),
    },
    graph: {
      ...graph,
      revision: graph.revision + edits,
      nodes: graph.nodes.map((node) => ({ ...node, ...placeOf.get(node.id) })),
    },
  };
};

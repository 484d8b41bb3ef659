import { findNode } from './desk.ts';
import { pathIn, runAll } from './run-all.ts';
import type { GraphDetail } from '../../graphs/graph-facts.ts';
import type { ChangeOf, Place } from './change.ts';
import type { Desk, Made } from './desk.ts';

/** Puts nodes somewhere else on the canvas. */
export const makePlace = async (desk: Desk, { places }: ChangeOf<'place'>): Promise<Made> => {
  const { client, graph } = desk;
  const to = places.map((place) => ({ ...place, nodeId: findNode(desk, place.nodeId).id }));
  await runAll(
    client,
    to.map(({ nodeId, locationX, locationY }) => ({
      method: 'PUT',
      path: pathIn(graph.id, 'nodes', nodeId),
      body: { locationX, locationY },
    })),
    graph.revision,
  );
  return placed(graph, to, to.length);
};

/** Has the service arrange the nodes. */
export const makeArrangement = async (
  { client, graph }: Desk,
  { arrangement }: ChangeOf<'arrange'>,
): Promise<Made> => {
  const params = { graphId: graph.id };
  const { by, ...body } = arrangement;
  const call = { params, ifMatch: graph.revision };
  const { positions } =
    by === 'layout'
      ? await client.request('POST /api/graphs/{graphId}/layout', { ...call, body })
      : by === 'tidy'
        ? await client.request('POST /api/graphs/{graphId}/layout/tidy', { ...call, body: {} })
        : await client.request('POST /api/graphs/{graphId}/layout/restore', call);
  return placed(
    graph,
    Object.entries(positions).map(([nodeId, location]) => ({ nodeId, ...location })),
    1,
  );
};

/** The graph once its nodes have moved, by so many edits. */
const placed = (graph: GraphDetail, places: readonly Place[], edits: number): Made => {
  const placeOf = new Map(places.map(({ nodeId, ...location }) => [nodeId, location]));
  const before = graph.nodes.filter(({ id }) => placeOf.has(id));
  return {
    inverse: {
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

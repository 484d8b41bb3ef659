import type { Answer, Input, Route } from '#spec/client/index.ts';

/** A graph with all that is in it, as the service tells it. */
export type GraphDetail = Answer<'GET /api/graphs/{graphId}'>;
export type NodeFacts = GraphDetail['nodes'][number];
export type PortFacts = NodeFacts['ports'][number];
type NoteFacts = Answer<'GET /api/graphs/{graphId}/nodes/{nodeId}/note'>;
/** What the notes of a graph say, by node. */
export type Notes = Readonly<Record<string, NoteFacts>>;

/** A graph with what its notes say. */
export interface Stand {
  readonly graph: GraphDetail;
  readonly notes: Notes;
}

type BodyOf<R extends Route> = Input<R> extends { body: infer Body } ? Body : never;
/** What a port can hold. */
export type PortValue = BodyOf<'PUT /api/ports/{portId}/value'>['value'];

/** Category of the nodes that are no part of the program. */
export const noteCategory = 'Note';

export const nodeOf = (graph: GraphDetail, nodeId: string): NodeFacts | undefined =>
  graph.nodes.find(({ id }) => id === nodeId);

export const portsById = (graph: GraphDetail): ReadonlyMap<string, PortFacts> =>
  new Map(graph.nodes.flatMap(({ ports }) => ports.map((port) => [port.id, port] as const)));

/** A graph as it is now, with the very records of before for all that is the same: what draws them need not look again. */
export const keepSame = (before: GraphDetail | undefined, now: GraphDetail): GraphDetail => {
  if (before?.id !== now.id) return now;
  return {
    ...now,
    nodes: keepEach(before.nodes, now.nodes),
    connections: keepEach(before.connections, now.connections),
  };
};

const keepEach = <T extends { readonly id: string }>(before: readonly T[], now: readonly T[]): T[] => {
  const known = new Map(before.map((record) => [record.id, record]));
  return now.map((record) => {
    const same = known.get(record.id);
    return same && JSON.stringify(same) === JSON.stringify(record) ? same : record;
  });
};

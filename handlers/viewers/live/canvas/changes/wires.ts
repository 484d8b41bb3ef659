import { portsById } from '../../graphs/graph-facts.ts';
import { findPort } from './desk.ts';
import { pathIn, runAll } from './run-all.ts';
import type { GraphDetail } from '../../graphs/graph-facts.ts';
import type { ChangeOf, PortPlace, Wire } from './change.ts';
import type { Desk, Made } from './desk.ts';

/** Wires of a graph by the names of their ports. */
export const wiresNamed = (graph: GraphDetail, connectionIds: readonly string[]): Wire[] => {
  const ports = portsById(graph);
  const wanted = new Set(connectionIds);
  return graph.connections
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ outputPortId, inputPortId }) => {
      const from = ports.get(outputPortId);
      const to = ports.get(inputPortId);
      return from && to ? [{ from: placeOf(from), to: placeOf(to) }] : [];
    });
};

const placeOf = ({ nodeId, name }: PortPlace): PortPlace => ({ nodeId, name });

/** An end of a wire as a build takes it. */
export const endOf = ({ nodeId, name }: PortPlace): string => `${nodeId}/${name}`;

/** Removes some wires and draws others. */
export const makeWires = async (desk: Desk, { cut, join }: ChangeOf<'wires'>): Promise<Made> => {
  const { client, graph, names } = desk;
  const cutIds = cut.flatMap((wire) => idsOf(desk, wire));
  await runAll(
    client,
    cutIds.map((id) => ({ method: 'DELETE', path: pathIn(graph.id, 'connections', id) })),
    graph.revision,
  );
  const left: GraphDetail = {
    ...graph,
    revision: graph.revision + cutIds.length,
    connections: graph.connections.filter(({ id }) => !cutIds.includes(id)),
  };
  const [only] = join;
  if (!only) return { inverse: { kind: 'wires', cut: [], join: cut }, graph: left };
  if (join.length === 1) return joinOne({ ...desk, graph: left }, only, cut);
  const named = ({ nodeId, name }: PortPlace): string => endOf({ nodeId: names.now(nodeId), name });
  const { replacedConnectionIds } = await client.request('POST /api/graphs/{graphId}/build', {
    params: { graphId: graph.id },
    body: { connections: join.map(({ from, to }) => ({ from: named(from), to: named(to) })) },
    ifMatch: left.revision,
  });
  return {
    inverse: { kind: 'wires', cut: join, join: [...cut, ...wiresNamed(left, replacedConnectionIds)] },
  };
};

const joinOne = async (desk: Desk, wire: Wire, cut: readonly Wire[]): Promise<Made> => {
  const { client, graph } = desk;
  const { replacedConnectionId, ...connection } = await client.request(
    'POST /api/graphs/{graphId}/connections',
    {
      params: { graphId: graph.id },
      body: {
        outputPortId: findPort(desk, wire.from, 'output').id,
        inputPortId: findPort(desk, wire.to, 'input').id,
      },
      ifMatch: graph.revision,
    },
  );
  const replaced = replacedConnectionId === undefined ? [] : [replacedConnectionId];
  return {
    inverse: { kind: 'wires', cut: [wire], join: [...cut, ...wiresNamed(graph, replaced)] },
    graph: {
      ...graph,
      revision: graph.revision + 1,
      connections: [...graph.connections.filter(({ id }) => !replaced.includes(id)), connection],
    },
  };
};

const idsOf = (desk: Desk, { from, to }: Wire): string[] => {
  const output = findPort(desk, from, 'output').id;
  const input = findPort(desk, to, 'input').id;
  return desk.graph.connections
    .filter(({ outputPortId, inputPortId }) => outputPortId === output && inputPortId === input)
    .map(({ id }) => id);
};

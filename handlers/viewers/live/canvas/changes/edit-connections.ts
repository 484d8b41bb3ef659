import { indexPorts } from '../../graphs/graph-types.ts';
import { findPort } from './edit-context.ts';
import { formatGraphPath, runOperations } from './run-operations.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';
import type { GraphChangeOf, PortRef, ConnectionRef } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/** Finds connections of a graph and returns them by the names of their ports. */
export const toConnectionRefs = (graph: GraphDetail, connectionIds: readonly string[]): ConnectionRef[] => {
  const ports = indexPorts(graph);
  const wanted = new Set(connectionIds);
  return graph.connections
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ outputPortId, inputPortId }) => {
      const from = ports.get(outputPortId);
      const to = ports.get(inputPortId);
      return from && to ? [{ from: toPortRef(from), to: toPortRef(to) }] : [];
    });
};

const toPortRef = ({ nodeId, name }: PortRef): PortRef => ({ nodeId, name });

/** Formats an end of a connection for a build. */
export const formatBuildEnd = ({ nodeId, name }: PortRef): string => `${nodeId}/${name}`;

/** Removes some connections and adds others. */
export const applyConnections = async (
  desk: EditContext,
  { cut, join }: GraphChangeOf<'wires'>,
): Promise<EditResult> => {
  const { client, graph, nodeIds } = desk;
  const cutIds = cut.flatMap((wire) => resolvePortIds(desk, wire));
  await runOperations(
    client,
    cutIds.map((id) => ({ method: 'DELETE', path: formatGraphPath(graph.id, 'connections', id) })),
    graph.revision,
  );
  const left: GraphDetail = {
    ...graph,
    revision: graph.revision + cutIds.length,
    connections: graph.connections.filter(({ id }) => !cutIds.includes(id)),
  };
  const [only] = join;
  if (!only) return { undoChange: { kind: 'wires', cut: [], join: cut }, graph: left };
  if (join.length === 1) return addConnection({ ...desk, graph: left }, only, cut);
  const named = ({ nodeId, name }: PortRef): string =>
    formatBuildEnd({ nodeId: nodeIds.getCurrentId(nodeId), name });
  const { replacedConnectionIds } = await client.request('POST /api/graphs/{graphId}/build', {
    params: { graphId: graph.id },
    body: { connections: join.map(({ from, to }) => ({ from: named(from), to: named(to) })) },
    ifMatch: left.revision,
  });
  return {
    undoChange: {
      kind: 'wires',
      cut: join,
      join: [...cut, ...toConnectionRefs(left, replacedConnectionIds)],
    },
  };
};

const addConnection = async (
  desk: EditContext,
  wire: ConnectionRef,
  cut: readonly ConnectionRef[],
): Promise<EditResult> => {
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
    undoChange: { kind: 'wires', cut: [wire], join: [...cut, ...toConnectionRefs(graph, replaced)] },
    graph: {
      ...graph,
      revision: graph.revision + 1,
      connections: [...graph.connections.filter(({ id }) => !replaced.includes(id)), connection],
    },
  };
};

const resolvePortIds = (desk: EditContext, { from, to }: ConnectionRef): string[] => {
  const output = findPort(desk, from, 'output').id;
  const input = findPort(desk, to, 'input').id;
  return desk.graph.connections
    .filter(({ outputPortId, inputPortId }) => outputPortId === output && inputPortId === input)
    .map(({ id }) => id);
};

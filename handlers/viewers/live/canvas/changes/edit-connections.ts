import { type GraphDetail, indexPorts } from '../../graphs/graph-types.ts';
import {
  type EditContext,
  type EditResult,
  findPort,
  formatGraphPath,
  runOperations,
} from './edit-context.ts';
import type { ConnectionRef, GraphChangeOf, PortRef } from './graph-change.ts';

/** Returns references to a graph's connections. A reference names the ports instead of using their ids. */
export const toConnectionRefs = (graph: GraphDetail, connectionIds: readonly string[]): ConnectionRef[] => {
  const ports = indexPorts(graph);
  const ids = new Set(connectionIds);
  return graph.connections
    .filter(({ id }) => ids.has(id))
    .flatMap(({ outputPortId, inputPortId }) => {
      const from = ports.get(outputPortId);
      const to = ports.get(inputPortId);
      return from && to ? [{ from: toPortRef(from), to: toPortRef(to) }] : [];
    });
};

/** Returns references to those of a graph's connections that can be made again after their removal. */
export const toRestorableRefs = (graph: GraphDetail, connectionIds: readonly string[]): ConnectionRef[] => {
  const broken = new Set(graph.connections.flatMap(({ id, isBroken }) => (isBroken ? [id] : [])));
  return toConnectionRefs(
    graph,
    connectionIds.filter((id) => !broken.has(id)),
  );
};

const toPortRef = ({ nodeId, name }: PortRef): PortRef => ({ nodeId, name });

/** Formats one end of a connection in the form that a build expects. */
export const formatBuildEnd = ({ nodeId, name }: PortRef): string => `${nodeId}/${name}`;

export const applyConnections = async (
  context: EditContext,
  { cut, join }: GraphChangeOf<'wires'>,
): Promise<EditResult> => {
  const { client, graph, nodeIds } = context;
  const cutIds = cut.flatMap((ref) => findConnectionIds(context, ref));
  const cutRefs = toRestorableRefs(graph, cutIds);
  await runOperations(
    client,
    cutIds.map((id) => ({ method: 'DELETE', path: formatGraphPath(graph.id, 'connections', id) })),
    graph.revision,
  );
  const remaining: GraphDetail = {
    ...graph,
    revision: graph.revision + cutIds.length,
    connections: graph.connections.filter(({ id }) => !cutIds.includes(id)),
  };
  const [connection] = join;
  if (!connection) return { undoChange: { kind: 'wires', cut: [], join: cutRefs }, graph: remaining };
  if (join.length === 1) return addConnection({ ...context, graph: remaining }, connection, cutRefs);
  const named = ({ nodeId, name }: PortRef): string =>
    formatBuildEnd({ nodeId: nodeIds.getCurrentId(nodeId), name });
  const { replacedConnectionIds } = await client.request('POST /api/graphs/{graphId}/build', {
    params: { graphId: graph.id },
    body: { connections: join.map(({ from, to }) => ({ from: named(from), to: named(to) })) },
    ifMatch: remaining.revision,
  });
  return {
    undoChange: {
      kind: 'wires',
      cut: join,
      join: [...cutRefs, ...toRestorableRefs(remaining, replacedConnectionIds)],
    },
  };
};

const addConnection = async (
  context: EditContext,
  newConnection: ConnectionRef,
  cut: readonly ConnectionRef[],
): Promise<EditResult> => {
  const { client, graph } = context;
  const { replacedConnectionId, ...connection } = await client.request(
    'POST /api/graphs/{graphId}/connections',
    {
      params: { graphId: graph.id },
      body: {
        outputPortId: findPort(context, newConnection.from, 'output').id,
        inputPortId: findPort(context, newConnection.to, 'input').id,
      },
      ifMatch: graph.revision,
    },
  );
  const replaced = replacedConnectionId === undefined ? [] : [replacedConnectionId];
  return {
    undoChange: { kind: 'wires', cut: [newConnection], join: [...cut, ...toRestorableRefs(graph, replaced)] },
    graph: {
      ...graph,
      revision: graph.revision + 1,
      connections: [...graph.connections.filter(({ id }) => !replaced.includes(id)), connection],
    },
  };
};

const findConnectionIds = (context: EditContext, { from, to }: ConnectionRef): string[] => {
  const output = findPort(context, from, 'output').id;
  const input = findPort(context, to, 'input').id;
  return context.graph.connections
    .filter(({ outputPortId, inputPortId }) => outputPortId === output && inputPortId === input)
    .map(({ id }) => id);
};

import { type GraphDetail, indexPorts } from '../../graphs/graph-types.ts';
import { type ChangePlan, type EditContext, findPort, formatGraphPath, toAnswer } from './edit-context.ts';
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

const toPortRef = ({ nodeId, name }: PortRef): PortRef => ({ nodeId, name });

export const planConnections = (
  { graph }: EditContext,
  { cut, join }: GraphChangeOf<'wires'>,
): ChangePlan => {
  const cutIds = cut.flatMap((ref) => findConnectionIds(graph, ref));
  const deletions = cutIds.map((id) => ({
    method: 'DELETE',
    path: formatGraphPath(graph.id, 'connections', id),
  }));
  const additions = join.map(({ from, to }) => ({
    method: 'POST',
    path: formatGraphPath(graph.id, 'connections'),
    body: {
      outputPortId: findPort({ graph }, from, 'output').id,
      inputPortId: findPort({ graph }, to, 'input').id,
    },
  }));
  return {
    operations: [...deletions, ...additions],
    update(current, results) {
      const added = results
        .slice(cutIds.length)
        .map((result) => toAnswer('POST /api/graphs/{graphId}/connections', result));
      const removed = new Set([...cutIds, ...added.map(({ replacedConnectionId }) => replacedConnectionId)]);
      return {
        ...current,
        revision: current.revision + results.length,
        connections: [
          ...current.connections.filter(({ id }) => !removed.has(id)),
          ...added.map(({ replacedConnectionId: _, ...connection }) => connection),
        ],
      };
    },
  };
};

const findConnectionIds = (graph: GraphDetail, { from, to }: ConnectionRef): string[] => {
  const output = findPort({ graph }, from, 'output').id;
  const input = findPort({ graph }, to, 'input').id;
  return graph.connections
    .filter(({ outputPortId, inputPortId }) => outputPortId === output && inputPortId === input)
    .map(({ id }) => id);
};

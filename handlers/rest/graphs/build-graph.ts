import { build } from '#runtime/controller/graphs/build.ts';
import { connectionRecord, nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodes } from '#spec/rest/nodes.ts';
import { handle } from '../../pipeline/handle.ts';

export const buildGraph = handle(nodes.buildGraph, ({ graph, query, body }, { controller }) => {
  const { store } = controller;
  const built = build(store, graph, body);
  const nodes = [...built.nodes];
  return {
    nodeIds: Object.fromEntries(nodes.map(([tempId, { id }]) => [tempId, id])),
    connectionIds: built.connections.map(({ id }) => id),
    replacedConnectionIds: built.replaced.map(({ id }) => id),
    ...(query.return === 'full' && {
      nodes: nodes.map(([, node]) => nodeRecord(store, node)),
      connections: built.connections.map(connectionRecord),
    }),
  };
});

import { disconnect, findConnection } from '#runtime/graph/edit.ts';
import { connectionRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteConnection = handle(
  connections.deleteConnection,
  async ({ params, query }, { controller }) => {
    const graph = findGraph(controller.store, params.graphId);
    const connection = findConnection(graph, params.connectionId);
    disconnect(connection);
    if (query.sync) await controller.sync(graph);
    return connectionRecord(connection);
  },
);

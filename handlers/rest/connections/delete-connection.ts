import { disconnect, findConnection } from '#runtime/controller/graphs/edit.ts';
import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteConnection = handle(connections.deleteConnection, ({ graph, params }) => {
  const connection = findConnection(graph, params.connectionId);
  disconnect(connection);
  return connectionRecord(connection);
});

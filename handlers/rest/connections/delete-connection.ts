import { disconnect } from '#runtime/controller/graphs/edit.ts';
import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const deleteConnection = handle(connectionOperations.deleteConnection, ({ connection }) => {
  disconnect(connection);
  return connectionRecord(connection);
});

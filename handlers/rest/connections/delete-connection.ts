import { disconnect } from '#runtime/controller/graphs/edit.ts';
import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const deleteConnection = defineHandler(connectionOperations.deleteConnection, ({ connection }) => {
  disconnect(connection);
  return connectionRecord(connection);
});

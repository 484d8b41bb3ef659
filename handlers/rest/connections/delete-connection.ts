import { disconnectPorts } from '../../controller/graphs/graph-edits.ts';
import { toConnectionRecord } from '../../controller/graphs/graph-records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const deleteConnection = defineHandler(connectionOperations.deleteConnection, ({ connection }) => {
  disconnectPorts(connection);
  return toConnectionRecord(connection);
});

import { toConnectionRecord } from '../../controller/graphs/graph-records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getConnection = defineHandler(connectionOperations.getConnection, ({ connection }) =>
  toConnectionRecord(connection),
);

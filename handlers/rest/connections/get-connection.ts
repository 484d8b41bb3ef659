import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const getConnection = handle(connectionOperations.getConnection, ({ connection }) =>
  connectionRecord(connection),
);

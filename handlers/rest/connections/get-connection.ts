import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const getConnection = handle(connections.getConnection, ({ connection }) =>
  connectionRecord(connection),
);

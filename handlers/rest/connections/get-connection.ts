import { findConnection } from '#runtime/controller/graphs/edit.ts';
import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const getConnection = handle(connections.getConnection, ({ graph, params }) =>
  connectionRecord(findConnection(graph, params.connectionId)),
);

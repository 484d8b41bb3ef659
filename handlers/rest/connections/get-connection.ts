import { findConnection } from '#runtime/graph/edit.ts';
import { connectionRecord } from '#runtime/graph/records.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const getConnection = handle(connections.getConnection, ({ graph, params }) =>
  connectionRecord(findConnection(graph, params.connectionId)),
);

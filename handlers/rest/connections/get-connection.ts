import { findConnection } from '#runtime/graph/edit.ts';
import { connectionRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const getConnection = handle(connections.getConnection, ({ params }, { controller }) =>
  connectionRecord(findConnection(findGraph(controller.store, params.graphId), params.connectionId)),
);

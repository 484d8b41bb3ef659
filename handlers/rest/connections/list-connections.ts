import { connectionRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const listConnections = handle(connections.listConnections, ({ params }, { controller }) =>
  [...findGraph(controller.store, params.graphId).connections.values()].map(connectionRecord),
);

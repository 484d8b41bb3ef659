import { connectionRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';
import { Listing } from '../../pipeline/listing.ts';

export const listConnections = handle(connections.listConnections, ({ params }, { controller }) =>
  Listing.of(findGraph(controller.store, params.graphId).connections, connectionRecord),
);

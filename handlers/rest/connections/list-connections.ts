import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';
import { Listing } from '../../pipeline/listing.ts';

export const listConnections = handle(connections.listConnections, ({ graph }) =>
  Listing.of(graph.connections, connectionRecord),
);

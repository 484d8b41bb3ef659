import { connectionRecord, graphVersion } from '#runtime/controller/graphs/records.ts';
import { connectionText } from '#runtime/controller/graphs/record-text.ts';
import { listPieces } from '#runtime/disk/text.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';
import { Listing } from '../../pipeline/listing.ts';
import { Sliced } from '../../pipeline/sliced.ts';

export const listConnections = handle(connectionOperations.listConnections, ({ graph }) => {
  const { size } = graph.connections;
  return new Sliced({
    whole: Listing.of(graph.connections, connectionRecord),
    pieces: () => listPieces(graph.connections.values(), connectionText),
    size,
    count: size,
    version: () => graphVersion(graph),
  });
});

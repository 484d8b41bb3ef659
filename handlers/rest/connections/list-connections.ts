import { connectionRecord, graphVersion } from '#runtime/controller/graphs/records.ts';
import { connectionText } from '#runtime/controller/graphs/record-text.ts';
import { listPieces } from '#runtime/disk/text.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { LazyList } from '../../pipeline/lazy-list.ts';
import { SlicedResult } from '../../pipeline/sliced-result.ts';

export const listConnections = defineHandler(connectionOperations.listConnections, ({ graph }) => {
  const { size } = graph.connections;
  return new SlicedResult({
    whole: LazyList.of(graph.connections, connectionRecord),
    pieces: () => listPieces(graph.connections.values(), connectionText),
    recordCount: size,
    count: size,
    version: () => graphVersion(graph),
  });
});

import { toConnectionRecord, computeGraphVersion } from '../../controller/graphs/graph-records.ts';
import { stringifyConnection } from '../../controller/graphs/record-json.ts';
import { stringifyListInChunks } from '#runtime/shared/text-encoding.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

export const listConnections = defineHandler(connectionOperations.listConnections, ({ graph }) => {
  const { size } = graph.connections;
  return Result.sliced({
    unsliced: Result.list(graph.connections, toConnectionRecord),
    chunks: () => stringifyListInChunks(graph.connections.values(), stringifyConnection),
    recordCount: size,
    count: size,
    version: () => computeGraphVersion(graph),
  });
});

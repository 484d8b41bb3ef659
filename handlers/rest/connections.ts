import { stringifyListInChunks } from '#runtime/shared/text-encoding.ts';
import { ApiError } from '#spec/errors.ts';
import { checkConnection, findReplacedConnection } from '../controller/graphs/connections.ts';
import { connectPorts, disconnectPorts } from '../controller/graphs/graph-edits.ts';
import { computeGraphVersion, toConnectionRecord } from '../controller/graphs/graph-records.ts';
import { requirePortEnd } from '../controller/graphs/graph-store.ts';
import { stringifyConnection } from '../controller/graphs/record-json.ts';
import { Result } from '../pipeline/result.ts';
import type { connectionOperations } from '#spec/rest/connections.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const connectionHandlers: Handlers<typeof connectionOperations> = {
  createConnection({ graph, body: { outputPortId, inputPortId } }, { controller: { store } }) {
    const { connection, replaced } = connectPorts(store, graph, outputPortId, inputPortId);
    return { ...toConnectionRecord(connection), ...(replaced && { replacedConnectionId: replaced.id }) };
  },

  listConnections({ graph }) {
    const { size } = graph.connections;
    return Result.sliced({
      unsliced: Result.list(graph.connections, toConnectionRecord),
      chunks: () => stringifyListInChunks(graph.connections.values(), stringifyConnection),
      recordCount: size,
      count: size,
      version: () => computeGraphVersion(graph),
    });
  },

  getConnection: ({ connection }) => toConnectionRecord(connection),

  deleteConnection({ connection }) {
    disconnectPorts(connection);
    return toConnectionRecord(connection);
  },

  /** Runs the same checks in the same order as the operation that creates a connection, and returns the error. */
  validateConnection({ graph, body }, { controller: { store } }) {
    try {
      const from = requirePortEnd(store, body.outputPortId, graph);
      const to = requirePortEnd(store, body.inputPortId, graph);
      checkConnection(store.catalog, from, to);
      const replaced = findReplacedConnection(to);
      return { valid: true, ...(replaced && { replacesConnectionId: replaced.id }) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { valid: false, code: failure.code, reason: failure.reason };
    }
  },
};

import { checkConnection, findReplacedConnection } from '../../controller/graphs/connections.ts';
import { requirePortEnd } from '../../controller/graphs/graph-store.ts';
import { ApiError } from '#spec/errors.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Runs the same checks in the same order as the operation that creates a connection, and returns the error. */
export const validateConnection = defineHandler(
  connectionOperations.validateConnection,
  ({ graph, body }, { controller }) => {
    try {
      const from = requirePortEnd(controller.store, body.outputPortId, graph);
      const to = requirePortEnd(controller.store, body.inputPortId, graph);
      checkConnection(controller.store.catalog, from, to);
      const replaced = findReplacedConnection(to);
      return { valid: true, ...(replaced && { replacesConnectionId: replaced.id }) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { valid: false, code: failure.code, reason: failure.reason };
    }
  },
);

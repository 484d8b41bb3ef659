import { checkConnection, replacedBy } from '#runtime/controller/graphs/connect.ts';
import { findPort } from '#runtime/controller/graphs/store.ts';
import { ApiError } from '#spec/errors.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Runs the same checks as creating a connection, in the same order, and returns the error. */
export const validateConnection = defineHandler(
  connectionOperations.validateConnection,
  ({ graph, body }, { controller }) => {
    try {
      const from = findPort(controller.store, body.outputPortId, graph);
      const to = findPort(controller.store, body.inputPortId, graph);
      checkConnection(controller.store.catalog, from, to);
      const replaced = replacedBy(to);
      return { valid: true, ...(replaced && { replacesConnectionId: replaced.id }) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { valid: false, code: failure.code, reason: failure.reason };
    }
  },
);

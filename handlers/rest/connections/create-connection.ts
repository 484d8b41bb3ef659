import { connect } from '#runtime/controller/graphs/edit.ts';
import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const createConnection = defineHandler(
  connectionOperations.createConnection,
  ({ graph, body }, { controller }) => {
    const { connection, replaced } = connect(controller.store, graph, body.outputPortId, body.inputPortId);
    return { ...connectionRecord(connection), ...(replaced && { replacedConnectionId: replaced.id }) };
  },
);

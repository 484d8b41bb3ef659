import { connect } from '#runtime/controller/graphs/edit.ts';
import { connectionRecord } from '#runtime/controller/graphs/records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const createConnection = handle(
  connectionOperations.createConnection,
  ({ graph, body }, { controller }) => {
    const { connection, replaced } = connect(controller.store, graph, body.outputPortId, body.inputPortId);
    return { ...connectionRecord(connection), ...(replaced && { replacedConnectionId: replaced.id }) };
  },
);

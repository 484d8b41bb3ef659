import { connect } from '#runtime/graph/edit.ts';
import { connectionRecord } from '#runtime/graph/records.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const createConnection = handle(connections.createConnection, ({ graph, body }, { controller }) => {
  const { connection, replaced } = connect(controller.store, graph, body.outputPortId, body.inputPortId);
  return { ...connectionRecord(connection), ...(replaced && { replacedConnectionId: replaced.id }) };
});

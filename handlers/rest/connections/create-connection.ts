import { connectPorts } from '../../controller/graphs/graph-edits.ts';
import { toConnectionRecord } from '../../controller/graphs/graph-records.ts';
import { connectionOperations } from '#spec/rest/connections.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const createConnection = defineHandler(
  connectionOperations.createConnection,
  ({ graph, body }, { controller }) => {
    const { connection, replaced } = connectPorts(
      controller.store,
      graph,
      body.outputPortId,
      body.inputPortId,
    );
    return { ...toConnectionRecord(connection), ...(replaced && { replacedConnectionId: replaced.id }) };
  },
);

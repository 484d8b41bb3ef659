import { connect } from '#runtime/graph/edit.ts';
import { connectionRecord } from '#runtime/graph/records.ts';
import { findGraph } from '#runtime/graph/store.ts';
import { connections } from '#spec/rest/connections.ts';
import { handle } from '../../pipeline/handle.ts';

export const createConnection = handle(
  connections.createConnection,
  async ({ params, query, body }, { controller }) => {
    const graph = findGraph(controller.store, params.graphId);
    const { connection, replaced } = connect(controller.store, graph, body.outputPortId, body.inputPortId);
    if (query.sync) await controller.sync(graph);
    return { ...connectionRecord(connection), ...(replaced && { replacedConnectionId: replaced.id }) };
  },
);

import { writePort } from '#runtime/graph/edit.ts';
import { nodeRecord, portRecord } from '#runtime/graph/records.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

/** When the ports of the node change with the value, the whole node is in the answer. */
export const setPortValue = handle(ports.setPortValue, async ({ params, query, body }, { controller }) => {
  const { store } = controller;
  const { node, port, reshaped, removed } = writePort(store, params.portId, body.value);
  if (port.type === 'Button' && port.direction === 'output' && body.value === true)
    await controller.press({ node, port });
  if (query.sync) await controller.sync(node.graph);
  return {
    ...portRecord(store, node, port),
    ...(reshaped && { node: nodeRecord(store, node), removedConnectionIds: removed.map(({ id }) => id) }),
  };
});

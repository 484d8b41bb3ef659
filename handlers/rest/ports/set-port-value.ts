import { writePort, type Written } from '#runtime/graph/edit.ts';
import { nodeRecord, portRecord } from '#runtime/graph/records.ts';
import type { GraphStore } from '#runtime/graph/store.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

/** Answers at once where nothing has to be told to the runtime, as this is the call that clients make most. */
export const setPortValue = handle(ports.setPortValue, ({ params, query, body }, { controller }) => {
  const { store } = controller;
  const written = writePort(store, params.portId, body.value);
  const { node, port } = written;
  const isPress = port.type === 'Button' && port.direction === 'output' && body.value === true;
  if (!isPress && !query.sync) return writtenPort(store, written);
  return tellRuntime().then(() => writtenPort(store, written));

  async function tellRuntime(): Promise<void> {
    if (isPress) await controller.press({ node, port });
    if (query.sync) await controller.sync(node.graph);
  }
});

/** When the ports of the node change with the value, the whole node is in the answer. */
const writtenPort = (store: GraphStore, { node, port, reshaped, removed }: Written) => {
  const record = portRecord(store, node, port);
  return reshaped
    ? { ...record, node: nodeRecord(store, node), removedConnectionIds: removed.map(({ id }) => id) }
    : record;
};

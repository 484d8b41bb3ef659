import { writeEnd, type Written } from '#runtime/controller/graphs/edit.ts';
import { nodeRecord, portRecord } from '#runtime/controller/graphs/records.ts';
import type { GraphStore } from '#runtime/controller/graphs/store.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Responds synchronously when nothing is sent to the runtime, because clients make this call most often. */
export const setPortValue = defineHandler(portOperations.setPortValue, ({ end, body }, { controller }) => {
  const { store } = controller;
  const written = writeEnd(store, end, body.value);
  const { node, port } = written;
  const isPress = port.type === 'Button' && port.direction === 'output' && body.value === true;
  return isPress
    ? controller.press({ node, port }).then((pressed) => ({ ...toWrittenPort(store, written), pressed }))
    : toWrittenPort(store, written);
});

/** The response contains the whole node if its ports change with the value. */
const toWrittenPort = (store: GraphStore, { node, port, reshaped, removed }: Written) => {
  const record = portRecord(store, node, port);
  return reshaped
    ? { ...record, node: nodeRecord(store, node), removedConnectionIds: removed.map(({ id }) => id) }
    : record;
};

import { writePortEnd, type PortWriteResult } from '../../controller/graphs/graph-edits.ts';
import { toNodeRecord, toPortRecord } from '../../controller/graphs/graph-records.ts';
import type { GraphStore } from '../../controller/graphs/graph-store.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/**
 * Responds synchronously if nothing is sent to the runtime, because clients make this call more often than any other.
 */
export const setPortValue = defineHandler(portOperations.setPortValue, ({ end, body }, { controller }) => {
  const { store } = controller;
  const updated = writePortEnd(store, end, body.value);
  const { node, port } = updated;
  const isPress = port.type === 'Button' && port.direction === 'output' && body.value === true;
  return isPress
    ? controller
        .pressButton({ node, port })
        .then((pressed) => ({ ...toWrittenPort(store, updated), pressed }))
    : toWrittenPort(store, updated);
});

/** Creates the response, which contains the whole node if the new value has changed its ports. */
const toWrittenPort = (
  store: GraphStore,
  { node, port, portsChanged, removedConnections }: PortWriteResult,
) => {
  const record = toPortRecord(store, node, port);
  return portsChanged
    ? {
        ...record,
        node: toNodeRecord(store, node),
        removedConnectionIds: removedConnections.map(({ id }) => id),
      }
    : record;
};

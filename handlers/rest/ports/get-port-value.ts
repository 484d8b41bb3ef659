import { toPortRecord } from '../../controller/graphs/graph-records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getPortValue = defineHandler(
  portOperations.getPortValue,
  ({ end: { node, port } }, { controller }) => {
    const { id, type, value = null, isSensitive, hasValue } = toPortRecord(controller.store, node, port);
    return { portId: id, type, value, ...(isSensitive && { isSensitive, hasValue }) };
  },
);

import { toPortRecord } from '../../controller/graphs/graph-records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getPort = defineHandler(portOperations.getPort, ({ end: { node, port } }, { controller }) => {
  return toPortRecord(controller.store, node, port);
});

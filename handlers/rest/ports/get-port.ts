import { portRecord } from '#runtime/controller/graphs/records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getPort = defineHandler(portOperations.getPort, ({ end: { node, port } }, { controller }) => {
  return portRecord(controller.store, node, port);
});

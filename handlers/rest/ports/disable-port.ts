import { setDisabled } from '#runtime/controller/graphs/edit.ts';
import { portRecord } from '#runtime/controller/graphs/records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const disablePort = defineHandler(portOperations.disablePort, ({ end }, { controller }) => {
  setDisabled(end, true);
  return portRecord(controller.store, end.node, end.port);
});

import { setDisabled } from '#runtime/controller/graphs/edit.ts';
import { portRecord } from '#runtime/controller/graphs/records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const disablePort = handle(portOperations.disablePort, ({ end }, { controller }) => {
  setDisabled(end, true);
  return portRecord(controller.store, end.node, end.port);
});

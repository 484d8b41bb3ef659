import { setExpanded } from '#runtime/controller/graphs/edit.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';
import { portWithSubPorts } from './port-with-sub-ports.ts';

export const expandPort = handle(portOperations.expandPort, ({ end }, { controller }) => {
  setExpanded(controller.store, end, true);
  return portWithSubPorts(controller.store, end);
});

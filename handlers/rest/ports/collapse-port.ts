import { setExpanded } from '#runtime/controller/graphs/edit.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';
import { portWithSubPorts } from './port-with-sub-ports.ts';

export const collapsePort = handle(portOperations.collapsePort, ({ end }, { controller }) => {
  setExpanded(controller.store, end, false);
  return portWithSubPorts(controller.store, end);
});

import { setPortExpanded } from '../../controller/graphs/graph-edits.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toPortWithSubPorts } from '../records.ts';

export const collapsePort = defineHandler(portOperations.collapsePort, ({ end }, { controller }) => {
  setPortExpanded(controller.store, end, false);
  return toPortWithSubPorts(controller.store, end);
});

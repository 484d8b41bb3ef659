import { setPortExpanded } from '../../controller/graphs/graph-edits.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toPortWithSubPorts } from '../records.ts';

export const expandPort = defineHandler(portOperations.expandPort, ({ end }, { controller }) => {
  setPortExpanded(controller.store, end, true);
  return toPortWithSubPorts(controller.store, end);
});

import { setPortDisabled } from '../../controller/graphs/graph-edits.ts';
import { toPortRecord } from '../../controller/graphs/graph-records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const enablePort = defineHandler(portOperations.enablePort, ({ end }, { controller }) => {
  setPortDisabled(end, false);
  return toPortRecord(controller.store, end.node, end.port);
});

import { portRecord } from '#runtime/controller/graphs/records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const getPort = handle(portOperations.getPort, ({ end: { node, port } }, { controller }) => {
  return portRecord(controller.store, node, port);
});

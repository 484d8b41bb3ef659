import { setDisabled } from '#runtime/graph/edit.ts';
import { portRecord } from '#runtime/graph/records.ts';
import { findPort } from '#runtime/graph/store.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const enablePort = handle(ports.enablePort, async ({ params, query }, { controller }) => {
  const end = findPort(controller.store, params.portId);
  setDisabled(end, false);
  if (query.sync) await controller.sync(end.node.graph);
  return portRecord(controller.store, end.node, end.port);
});

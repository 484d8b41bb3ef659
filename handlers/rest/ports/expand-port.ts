import { setExpanded } from '#runtime/graph/edit.ts';
import { findPort } from '#runtime/graph/store.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';
import { portWithSubPorts } from './port-with-sub-ports.ts';

export const expandPort = handle(ports.expandPort, async ({ params, query }, { controller }) => {
  const end = findPort(controller.store, params.portId);
  setExpanded(controller.store, end, true);
  if (query.sync) await controller.sync(end.node.graph);
  return portWithSubPorts(controller.store, end);
});

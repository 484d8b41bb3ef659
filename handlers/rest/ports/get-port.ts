import { portRecord } from '#runtime/graph/records.ts';
import { findPort } from '#runtime/graph/store.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const getPort = handle(ports.getPort, ({ params }, { controller }) => {
  const { node, port } = findPort(controller.store, params.portId);
  return portRecord(controller.store, node, port);
});

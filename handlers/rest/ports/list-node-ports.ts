import { portRecord } from '#runtime/graph/records.ts';
import { findNode } from '#runtime/graph/store.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const listNodePorts = handle(ports.listNodePorts, ({ params }, { controller }) => {
  const node = findNode(controller.store, params.nodeId);
  return node.ports.map((port) => portRecord(controller.store, node, port));
});

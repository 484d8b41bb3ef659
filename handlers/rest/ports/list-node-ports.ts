import { portRecord } from '#runtime/controller/graphs/records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const listNodePorts = handle(portOperations.listNodePorts, ({ node }, { controller }) =>
  node.ports.map((port) => portRecord(controller.store, node, port)),
);

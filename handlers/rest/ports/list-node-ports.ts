import { toPortRecord } from '../../controller/graphs/graph-records.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listNodePorts = defineHandler(portOperations.listNodePorts, ({ node }, { controller }) =>
  node.ports.map((port) => toPortRecord(controller.store, node, port)),
);

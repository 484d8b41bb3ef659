import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Ports that are read afterwards have their values from the returned tick. */
export const syncPorts = defineHandler(graphOperations.syncPorts, async ({ graph }, { controller }) => {
  const { tick, ports } = await controller.syncPorts(graph);
  return { graphId: graph.id, tick, ports: [...ports] };
});

import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** A port that is read afterwards has the value of this tick. */
export const syncPorts = defineHandler(graphOperations.syncPorts, async ({ graph }, { controller }) => {
  const { tick, ports } = await controller.syncPorts(graph);
  return { graphId: graph.id, tick, ports: [...ports] };
});

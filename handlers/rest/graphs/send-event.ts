import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const sendEvent = defineHandler(graphOperations.sendEvent, async ({ graph, body }, { controller }) => {
  const { heard, tick } = await controller.sendCustomEvent(body, graph);
  return { name: body.name, heard, tick };
});

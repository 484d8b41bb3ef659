import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const sendEvent = handle(graphOperations.sendEvent, async ({ graph, body }, { controller }) => {
  const { heard, tick } = await controller.send(body, graph);
  return { name: body.name, heard, tick };
});

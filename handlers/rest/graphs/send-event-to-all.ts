import { graphOperations } from '#spec/rest/graphs.ts';
import { handle } from '../../pipeline/handle.ts';

export const sendEventToAll = handle(graphOperations.sendEventToAll, async ({ body }, { controller }) => {
  const { heard, tick } = await controller.send(body);
  return { name: body.name, heard, tick };
});

import { graphOperations } from '#spec/rest/graphs.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const sendEventToAll = defineHandler(
  graphOperations.sendEventToAll,
  async ({ body }, { controller }) => {
    const { heard, tick } = await controller.sendCustomEvent(body);
    return { name: body.name, heard, tick };
  },
);

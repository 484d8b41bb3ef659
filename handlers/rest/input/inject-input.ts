import { inputOperations } from '#spec/rest/input.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const injectInput = defineHandler(inputOperations.injectInput, async ({ body }, { link }) => {
  const { state } = await link.request('input.inject', { inputs: body.inputs });
  return state;
});

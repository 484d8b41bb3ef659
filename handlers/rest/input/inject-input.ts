import { inputOperations } from '#spec/rest/input.ts';
import { handle } from '../../pipeline/handle.ts';

export const injectInput = handle(inputOperations.injectInput, async ({ body }, { link }) => {
  const { state } = await link.request('input.inject', { inputs: body.inputs });
  return state;
});

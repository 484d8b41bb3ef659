import type { inputOperations } from '#spec/rest/input.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const inputHandlers: Handlers<typeof inputOperations> = {
  async injectInput({ body }, { link }) {
    const { state } = await link.request('input.inject', { inputs: body.inputs });
    return state;
  },
};

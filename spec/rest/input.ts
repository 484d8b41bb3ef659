/** What a window would take from whoever sits before it. */
import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { InjectedInput, InputState, maxInjectedInputs } from '../input-controls.ts';

export const inputOperations = {
  injectInput: defineOperation({
    route: 'POST /api/input',
    area: 'scene',
    summary: 'Inject what keyboard, mouse and controllers do',
    description:
      'A runtime without a window takes its input here. The inputs count between two steps, in their order, all of them or none; graphs see them in the step that follows. `GET /api/discovery/input-info` lists keys, buttons and axes, and `GET /api/discovery/input-action` the input actions; another action comes to be when it is injected. Without inputs the state is only read.',
    choice: 'C-158',
    needs: 'runtime',
    body: z.object({
      inputs: z.array(InjectedInput).max(maxInjectedInputs).describe('What happens, in order'),
    }),
    returns: { 200: InputState.meta({ id: 'InputState' }) },
    errors: ['INVALID_REQUEST'],
  }),
} as const;

/** Operations that inject input as if a user had entered it in a window. */
import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { InjectedInput, InputState, maxInjectedInputs } from '../input-controls.ts';

export const inputOperations = {
  injectInput: defineOperation({
    route: 'POST /api/input',
    area: 'scene',
    summary: 'Inject keyboard, mouse and controller input',
    description:
      'Provides input for a runtime without a window. The inputs are applied between two ticks, in order, all or none. Graphs see them in the next tick. `GET /api/discovery/input-info` lists keys, buttons and axes, and `GET /api/discovery/input-action` lists the input actions. Injecting an unknown action registers it. Without inputs, the call only reads the state.',
    choice: 'C-158',
    needs: 'runtime',
    body: z.object({
      inputs: z.array(InjectedInput).max(maxInjectedInputs).describe('Inputs, in order'),
    }),
    returns: { 200: InputState.meta({ id: 'InputState' }) },
    errors: ['INVALID_REQUEST'],
  }),
} as const;

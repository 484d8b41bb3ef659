import { performAction } from '../perform-action.ts';
import type { actionOperations } from '#spec/rest/actions.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const actionHandlers: Handlers<typeof actionOperations> = {
  runAction: ({ action, body }, services) => performAction(services, action, body),

  runGroupedAction: ({ action, body }, services) => performAction(services, action, body),
};

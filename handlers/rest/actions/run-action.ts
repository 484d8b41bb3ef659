import { actionOperations } from '#spec/rest/actions.ts';
import { performAction } from '../../perform-action.ts';
import { handle } from '../../pipeline/handle.ts';

export const runAction = handle(actionOperations.runAction, ({ action, body }, services) =>
  performAction(services, action, body),
);

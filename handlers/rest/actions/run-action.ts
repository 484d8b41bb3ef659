import { actionOperations } from '#spec/rest/actions.ts';
import { performAction } from '../../perform-action.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const runAction = defineHandler(actionOperations.runAction, ({ action, body }, services) =>
  performAction(services, action, body),
);

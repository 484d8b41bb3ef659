import { actionOperations } from '#spec/rest/actions.ts';
import { performAction } from '../../perform-action.ts';
import { handle } from '../../pipeline/handle.ts';

export const runGroupedAction = handle(actionOperations.runGroupedAction, ({ action, body }, services) =>
  performAction(services, action, body),
);

import { actionOperations } from '#spec/rest/actions.ts';
import { performAction } from '../../perform-action.ts';
import { handle } from '../../pipeline/handle.ts';

export const runAction = handle(actionOperations.runAction, ({ params, body }, services) =>
  performAction(services, `${params.category}.${params.action}`, body),
);

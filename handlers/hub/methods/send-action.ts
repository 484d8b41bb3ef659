import { findCommandError, getRequestId, sendActionResponse, runCommand } from './run-command.ts';
import { defineMethod } from './define-method.ts';
import type { CommandOutcome } from './run-command.ts';

export const sendAction = defineMethod('SendAction', ({ command }, context, unread) => {
  const refused = findCommandError(context.caller);
  const requestId = getRequestId(command);
  const answer = (outcome: CommandOutcome): void => {
    if (requestId !== undefined) sendActionResponse(requestId, { ...outcome, ...unread }, context);
    if (refused) throw refused;
  };
  const outcome = runCommand(command, context, refused);
  return outcome instanceof Promise ? outcome.then(answer) : answer(outcome);
});

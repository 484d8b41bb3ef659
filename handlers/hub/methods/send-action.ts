import { findCommandError, getRequestId, sendActionResponse, runCommand } from './run-command.ts';
import { defineMethod } from './define-method.ts';
import type { CommandOutcome } from './run-command.ts';

export const sendAction = defineMethod('SendAction', ({ command }, context, ignoredFields) => {
  const commandError = findCommandError(context.caller);
  const requestId = getRequestId(command);
  const respond = (outcome: CommandOutcome): void => {
    if (requestId !== undefined) sendActionResponse(requestId, { ...outcome, ...ignoredFields }, context);
    if (commandError) throw commandError;
  };
  const outcome = runCommand(command, context, commandError);
  return outcome instanceof Promise ? outcome.then(respond) : respond(outcome);
});

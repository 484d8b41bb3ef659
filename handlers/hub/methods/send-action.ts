import { refusal, requestIdOf, respond, runCommand } from './command.ts';
import { method } from './method.ts';
import type { Outcome } from './command.ts';

export const sendAction = method('SendAction', ({ command }, context, unread) => {
  const refused = refusal(context.caller);
  const requestId = requestIdOf(command);
  const answer = (outcome: Outcome): void => {
    if (requestId !== undefined) respond(requestId, { ...outcome, ...unread }, context);
    if (refused) throw refused;
  };
  const outcome = runCommand(command, context, refused);
  return outcome instanceof Promise ? outcome.then(answer) : answer(outcome);
});

import { refusal, requestIdOf, respond, runCommand } from './command.ts';
import { method } from './method.ts';

export const sendAction = method('SendAction', async ({ command }, context, unread) => {
  const refused = refusal(context.caller);
  const outcome = await runCommand(command, context, refused);
  const requestId = requestIdOf(command);
  if (requestId !== undefined) respond(requestId, { ...outcome, ...unread }, context);
  if (refused) throw refused;
});

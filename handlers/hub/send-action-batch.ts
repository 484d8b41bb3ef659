import { refusal, requestIdOf, runCommand } from './command.ts';
import { method } from './method.ts';
import type { Command, Outcome } from './command.ts';

export const sendActionBatch = method(
  'SendActionBatch',
  async ({ commands, parallel, requestId }, context, unread) => {
    const refused = refusal(context.caller);
    const run = async (command: Command) => {
      const outcome = await runCommand(command, context);
      const id = requestIdOf(command);
      if (id === undefined) return outcome;
      const response = { requestId: id, ...outcome };
      context.call('ActionResponse', response);
      return response;
    };

    const results = parallel ? await Promise.all(commands.map(run)) : await inOrder(commands, run);
    const succeeded = results.filter(({ success }) => success).length;
    context.call('BatchActionResponse', {
      ...(requestId && { requestId }),
      total: results.length,
      succeeded,
      failed: results.length - succeeded,
      results,
      ...unread,
    });
    if (refused) throw refused;
  },
);

/** Each command starts when the one before it is done; a failure does not stop the rest. */
const inOrder = async (commands: readonly Command[], run: (command: Command) => Promise<Outcome>) => {
  const results: Outcome[] = [];
  for (const command of commands) results.push(await run(command));
  return results;
};

import { largestHubBatchAnswer } from '#spec/hub.ts';
import { createResultRoom } from '../../pipeline/results.ts';
import { failedOutcome, refusal, requestIdOf, respond, runCommand } from './command.ts';
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
      respond(id, outcome, context);
      return { requestId: id, ...outcome };
    };

    const outcomes = parallel ? await Promise.all(commands.map(run)) : await inOrder(commands, run);
    const results = fitted(outcomes);
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

/** The outcomes within the bounds of one answer. */
const fitted = (outcomes: readonly Outcome[]): Outcome[] => {
  const gaveWay = createResultRoom(largestHubBatchAnswer);
  return outcomes.map((outcome) => {
    const fault = gaveWay(outcome.status, outcome);
    if (!fault) return outcome;
    const { requestId, action } = outcome;
    return { ...(requestId !== undefined && { requestId }), ...failedOutcome(action, fault) };
  });
};

/** Each command starts when the one before it is done; a failure does not stop the rest. */
const inOrder = async (commands: readonly Command[], run: (command: Command) => Promise<Outcome>) => {
  const results: Outcome[] = [];
  for (const command of commands) results.push(await run(command));
  return results;
};

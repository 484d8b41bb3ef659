import { maxHubBatchResultSize } from '#spec/hub.ts';
import { createResultRoom } from '../../pipeline/results.ts';
import { failedOutcome, refusal, requestIdOf, respond, runCommand } from './command.ts';
import { method } from './method.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Command, Outcome } from './command.ts';

export const sendActionBatch = method(
  'SendActionBatch',
  async ({ commands, parallel, requestId }, context, unread) => {
    const refused = refusal(context.caller);
    const run = (command: Command): MaybePromise<Outcome> => {
      const requestId = requestIdOf(command);
      const answered = (outcome: Outcome): Outcome => {
        if (requestId === undefined) return outcome;
        respond(requestId, outcome, context);
        return { requestId, ...outcome };
      };
      const outcome = runCommand(command, context);
      return outcome instanceof Promise ? outcome.then(answered) : answered(outcome);
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
  const gaveWay = createResultRoom(maxHubBatchResultSize);
  return outcomes.map((outcome) => {
    const fault = gaveWay(outcome.status, outcome);
    if (!fault) return outcome;
    const { requestId, action } = outcome;
    return { ...(requestId !== undefined && { requestId }), ...failedOutcome(action, fault) };
  });
};

/** Each command starts when the one before it is done; a failure does not stop the rest. */
const inOrder = async (commands: readonly Command[], run: (command: Command) => MaybePromise<Outcome>) => {
  const results: Outcome[] = [];
  for (const command of commands) {
    const outcome = run(command);
    results.push(outcome instanceof Promise ? await outcome : outcome);
  }
  return results;
};

import { maxHubBatchResultSize } from '#spec/hub.ts';
import { createResultBudget } from '../../pipeline/result-budget.ts';
import {
  toErrorOutcome,
  findCommandError,
  getRequestId,
  sendActionResponse,
  runCommand,
} from './run-command.ts';
import { defineMethod } from './define-method.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { HubCommand, CommandOutcome } from './run-command.ts';

export const sendActionBatch = defineMethod(
  'SendActionBatch',
  async ({ commands, parallel, requestId }, context, ignoredFields) => {
    const commandError = findCommandError(context.caller);
    const run = (command: HubCommand): MaybePromise<CommandOutcome> => {
      const requestId = getRequestId(command);
      const respond = (outcome: CommandOutcome): CommandOutcome => {
        if (requestId === undefined) return outcome;
        sendActionResponse(requestId, outcome, context);
        return { requestId, ...outcome };
      };
      const outcome = runCommand(command, context);
      return outcome instanceof Promise ? outcome.then(respond) : respond(outcome);
    };

    const outcomes = parallel ? await Promise.all(commands.map(run)) : await runInOrder(commands, run);
    const results = limitOutcomeSize(outcomes);
    const succeeded = results.filter(({ success }) => success).length;
    context.callClient('BatchActionResponse', {
      ...(requestId && { requestId }),
      total: results.length,
      succeeded,
      failed: results.length - succeeded,
      results,
      ...ignoredFields,
    });
    if (commandError) throw commandError;
  },
);

/** Replaces outcomes that exceed the size limit of a response with errors. */
const limitOutcomeSize = (outcomes: readonly CommandOutcome[]): CommandOutcome[] => {
  const checkBudget = createResultBudget(maxHubBatchResultSize);
  return outcomes.map((outcome) => {
    const error = checkBudget(outcome.status, outcome);
    if (!error) return outcome;
    const { requestId, action } = outcome;
    return { ...(requestId !== undefined && { requestId }), ...toErrorOutcome(action, error) };
  });
};

/** Runs commands one after the other. A failed command doesn't prevent the remaining commands from running. */
const runInOrder = async (
  commands: readonly HubCommand[],
  run: (command: HubCommand) => MaybePromise<CommandOutcome>,
) => {
  const results: CommandOutcome[] = [];
  for (const command of commands) {
    const outcome = run(command);
    results.push(outcome instanceof Promise ? await outcome : outcome);
  }
  return results;
};

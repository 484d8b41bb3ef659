import { ApiError } from '#spec/errors.ts';
import { type CommandRequest, type CommandResult, maxHubBatchResultSize } from '#spec/hub.ts';
import { createResultBudget } from '../../pipeline/result-budget.ts';
import { defineMethod, type HubCaller, type MethodContext } from './define-method.ts';
import type { z } from 'zod';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { ActionOutcome } from '../../perform-action.ts';

type HubCommand = z.output<typeof CommandRequest>;
type CommandOutcome = z.output<typeof CommandResult>;

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
      const outcome = runCommand(command, context, findCommandError(context.caller));
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

const emptyGuid = '00000000-0000-0000-0000-000000000000';

/** Returns the id to respond to, or `undefined` if the caller doesn't want a response. */
const getRequestId = ({ RequestId }: HubCommand): string | undefined =>
  RequestId && RequestId !== emptyGuid ? RequestId : undefined;

/** Returns why this caller may not send commands, or `undefined` if the caller may send them. */
export const findCommandError = (caller: HubCaller): ApiError | undefined => {
  if (!caller.isApiEnabled) return new ApiError('API_DISABLED');
  if (caller.isAuthenticated) return undefined;
  return new ApiError(
    'UNAUTHORIZED',
    'The connection was opened without a valid token. Send it in the query parameter access_token or a Bearer header.',
    undefined,
    'On this machine, GET /api/health names the file that contains the token.',
  );
};

/**
 * Runs a command, unless it is rejected. Every failure becomes an outcome with the status and code that REST would
 * return.
 */
const runCommand = (
  command: HubCommand,
  context: MethodContext,
  commandError: ApiError | undefined,
): MaybePromise<CommandOutcome> => {
  const fail = (failure: unknown): CommandOutcome => {
    if (!(failure instanceof ApiError)) context.onFailure(failure);
    return toErrorOutcome(
      command.Action,
      failure instanceof ApiError ? failure : new ApiError('INTERNAL_ERROR'),
    );
  };
  if (commandError) return fail(commandError);
  try {
    const outcome = context.runAction(command.Action, command.Parameters ?? {}, context.caller);
    return outcome instanceof Promise ? outcome.then(toSuccessOutcome, fail) : toSuccessOutcome(outcome);
  } catch (failure) {
    return fail(failure);
  }
};

const toSuccessOutcome = ({ action, result, tick, seq }: ActionOutcome): CommandOutcome => ({
  action,
  success: true,
  status: 200,
  result,
  tick,
  seq,
});

/** Creates the outcome of a command that has failed, or whose result can't be sent. */
const toErrorOutcome = (action: string, error: ApiError): Omit<CommandOutcome, 'requestId'> => ({
  action,
  success: false,
  status: error.status,
  ...error.toEnvelope(),
});

/**
 * Responds to a command that has an id. If the outcome can't be encoded, a failure of the service is reported instead.
 */
const sendActionResponse = (
  requestId: string,
  outcome: Omit<CommandOutcome, 'requestId'>,
  { callClient, onFailure }: MethodContext,
): void => {
  try {
    callClient('ActionResponse', { requestId, ...outcome });
  } catch (failure) {
    onFailure(failure);
    callClient('ActionResponse', {
      requestId,
      ...toErrorOutcome(outcome.action, new ApiError('INTERNAL_ERROR')),
    });
  }
};

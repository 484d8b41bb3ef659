import { ApiError } from '#spec/errors.ts';
import type { z } from 'zod';
import type { CommandRequest, CommandResult } from '#spec/hub.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { ActionOutcome, HubCaller, MethodContext } from './define-method.ts';

export type HubCommand = z.output<typeof CommandRequest>;
export type CommandOutcome = z.output<typeof CommandResult>;

const emptyGuid = '00000000-0000-0000-0000-000000000000';

/** Returns the id to respond to, or `undefined` if the caller doesn't want a response. */
export const getRequestId = ({ RequestId }: HubCommand): string | undefined =>
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
export const runCommand = (
  command: HubCommand,
  context: MethodContext,
  commandError = findCommandError(context.caller),
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
export const toErrorOutcome = (action: string, error: ApiError): Omit<CommandOutcome, 'requestId'> => ({
  action,
  success: false,
  status: error.status,
  ...error.toEnvelope(),
});

/**
 * Responds to a command that has an id. If the outcome can't be encoded, a failure of the service is reported instead.
 */
export const sendActionResponse = (
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

import { ApiError } from '#spec/errors.ts';
import type { z } from 'zod';
import type { CommandRequest, CommandResult } from '#spec/hub.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { ActionOutcome, HubCaller, MethodContext } from './define-method.ts';

export type HubCommand = z.output<typeof CommandRequest>;
export type CommandOutcome = z.output<typeof CommandResult>;

const emptyGuid = '00000000-0000-0000-0000-000000000000';

/** The id to answer a command with; undefined when the caller wants no answer. */
export const getRequestId = ({ RequestId }: HubCommand): string | undefined =>
  RequestId && RequestId !== emptyGuid ? RequestId : undefined;

/** Why this caller may send no commands at all; undefined when it may. */
export const findCommandError = (caller: HubCaller): ApiError | undefined => {
  if (!caller.isApiEnabled) return new ApiError('API_DISABLED');
  if (caller.isAuthenticated) return undefined;
  return new ApiError(
    'UNAUTHORIZED',
    'The connection was opened without a valid token. Send it in the query parameter access_token or as a Bearer header.',
    undefined,
    'GET /api/health names the file that holds the token to callers on this machine.',
  );
};

/**
 * Runs one command, unless it is refused.
 * Every failure is an outcome, with the status and code that REST would have answered.
 */
export const runCommand = (
  command: HubCommand,
  context: MethodContext,
  refused = findCommandError(context.caller),
): MaybePromise<CommandOutcome> => {
  const fail = (failure: unknown): CommandOutcome => {
    if (!(failure instanceof ApiError)) context.onFailure(failure);
    return toErrorOutcome(
      command.Action,
      failure instanceof ApiError ? failure : new ApiError('INTERNAL_ERROR'),
    );
  };
  if (refused) return fail(refused);
  try {
    const done = context.runAction(command.Action, command.Parameters ?? {}, context.caller);
    return done instanceof Promise ? done.then(toSuccessOutcome, fail) : toSuccessOutcome(done);
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

/** The outcome of a command that came to nothing, or that cannot be told. */
export const toErrorOutcome = (action: string, fault: ApiError): CommandOutcome => ({
  action,
  success: false,
  status: fault.status,
  ...fault.toEnvelope(),
});

/** Answers a command that has an id. An outcome that cannot be written is answered as a failure of the service. */
export const sendActionResponse = (
  requestId: string,
  outcome: CommandOutcome,
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

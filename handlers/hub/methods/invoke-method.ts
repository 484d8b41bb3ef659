import { ApiError } from '#spec/errors.ts';
import { methodsByName } from './index.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Completion, Invocation } from '../protocol/hub-codec.ts';
import type { MethodContext } from './define-method.ts';

/** The code, so that programs need not read the sentence. The catalog's advice for a bad request is about REST bodies. */
const formatCompletionError = (fault: ApiError): string =>
  fault.code === 'INVALID_REQUEST'
    ? `${fault.code}: ${fault.reason} GET /api/events/types describes the hub methods.`
    : `${fault.code}: ${fault.message}`;

/** How a call ends when the service is to blame. */
export const internalErrorCompletion: Completion = {
  error: formatCompletionError(new ApiError('INTERNAL_ERROR')),
};

/** Runs what an invocation asks for, and answers how it ended. */
export const invokeMethod = (invocation: Invocation, context: MethodContext): MaybePromise<Completion> => {
  const fail = (failure: unknown): Completion => {
    if (failure instanceof ApiError) return { error: formatCompletionError(failure) };
    context.onFailure(failure);
    return internalErrorCompletion;
  };
  try {
    const result = findMethod(invocation)(invocation.arguments, context);
    return result instanceof Promise ? result.then(toCompletion, fail) : toCompletion(result);
  } catch (failure) {
    return fail(failure);
  }
};

const toCompletion = (result: unknown): Completion => (result === undefined ? {} : { result });

const findMethod = ({ kind, target }: Invocation) => {
  const method = methodsByName.get(target);
  if (method && kind === 'invocation') return method;
  const known = [...methodsByName.keys()].join(', ');
  throw new ApiError(
    'INVALID_REQUEST',
    method
      ? `The hub method ${target} answers once and cannot be streamed.`
      : `Unknown hub method '${target}': expected one of ${known}, in this letter case.`,
  );
};

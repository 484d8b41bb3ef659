import { ApiError } from '#spec/errors.ts';
import { methodsByName } from './index.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Completion, Invocation } from '../protocol/hub-codec.ts';
import type { MethodContext } from './define-method.ts';

/**
 * Puts the error code first, so that programs needn't parse the message. The catalog's hint for a bad request is
 * omitted, because it is about REST bodies.
 */
const formatCompletionError = (error: ApiError): string =>
  error.code === 'INVALID_REQUEST'
    ? `${error.code}: ${error.reason} GET /api/events/types describes the hub methods.`
    : `${error.code}: ${error.message}`;

/** The completion of a call that failed because of an error inside the service. */
export const internalErrorCompletion: Completion = {
  error: formatCompletionError(new ApiError('INTERNAL_ERROR')),
};

/** Runs an invocation and returns its completion. */
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
  const methodNames = [...methodsByName.keys()].join(', ');
  throw new ApiError(
    'INVALID_REQUEST',
    method
      ? `The hub method ${target} returns once and cannot be streamed.`
      : `Unknown hub method '${target}': expected one of ${methodNames}, in this letter case.`,
  );
};

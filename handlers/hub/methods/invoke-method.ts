import { ApiError } from '#spec/errors.ts';
import { toEventFilter } from '../delivery/subscriptions.ts';
import { defineMethod, type HubMethodHandler, type MethodContext } from './define-method.ts';
import { sendAction, sendActionBatch } from './send-action.ts';
import type { HubMethod } from '#spec/hub.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Completion, Invocation } from '../protocol/hub-codec.ts';

const methods = {
  Subscribe: defineMethod('Subscribe', ({ patterns }, context) => context.subscribe(patterns, {})),
  SubscribeFiltered: defineMethod('SubscribeFiltered', ({ patterns, objects, groups, clips }, context) =>
    context.subscribe(patterns, toEventFilter({ objects, groups, clips })),
  ),
  Unsubscribe: defineMethod('Unsubscribe', ({ patterns }, context) => context.unsubscribe(patterns)),
  Resume: defineMethod('Resume', ({ streamId, lastSeq }, context) => {
    const resumption = () => context.resume(streamId, lastSeq);
    return context.waitForSeq(streamId, lastSeq)?.then(resumption) ?? resumption();
  }),
  SetRate: defineMethod('SetRate', ({ perSecond }, context) => context.setRate(perSecond)),
  SendAction: sendAction,
  SendActionBatch: sendActionBatch,
} as const satisfies Readonly<Record<HubMethod, HubMethodHandler>>;

/** The hub methods, keyed by their name in exactly this letter case. */
const methodsByName: ReadonlyMap<string, HubMethodHandler> = new Map(Object.entries(methods));

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

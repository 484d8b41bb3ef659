import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError, getActionErrorStatus } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { RuntimeCommands, RuntimeLink } from '#runtime/link/runtime-link.ts';
import { requireSupportedAction } from './service-capabilities.ts';
import type { NamedAction } from '#spec/actions/index.ts';

/** The outcome of a direct action, before REST or the hub formats it. */
interface ActionSuccess {
  readonly success: true;
  /** The dotted name as declared, even if the caller used different letter case. */
  readonly action: string;
  readonly result: Record<string, unknown>;
  readonly tick: number;
  readonly seq: number;
}

/**
 * Validates and performs a direct action (description: 'Layer 2 actions'). REST, batches and the hub all use the same
 * order of checks.
 * @returns the outcome, synchronously if the runtime responds synchronously
 * @throws ApiError ACTION_NOT_FOUND, then INVALID_PARAMETERS, then RUNTIME_NOT_CONNECTED, then the runtime's error
 */
export const performAction = (
  { link }: { readonly link: RuntimeLink },
  action: NamedAction,
  parameters: Readonly<Record<string, unknown>>,
): MaybePromise<ActionSuccess> => {
  requireSupportedAction(link, action);
  const { name, spec } = action;
  const request = { action: name, parameters: parseParameters(action, parameters) };
  if (!link.connected) throw new ApiError('RUNTIME_NOT_CONNECTED');
  const options = spec.timeout === undefined ? undefined : { timeoutMs: spec.timeout * 1000 };
  const performed = ({ result, tick, seq }: RuntimeCommands['action.run']['result']): ActionSuccess => ({
    success: true,
    action: name,
    result,
    tick,
    seq,
  });
  try {
    const response = link.requestNow('action.run', request, options);
    return response instanceof Promise ? response.then(performed, rethrowWithStatus) : performed(response);
  } catch (failure) {
    return rethrowWithStatus(failure);
  }
};

/**
 * Rethrows a failure with the HTTP status that a rejected action has.
 * @throws ApiError with the status of a rejection
 */
const rethrowWithStatus = (failure: unknown): never => {
  if (!(failure instanceof ApiError)) throw failure;
  const { code, reason, details, resolution } = failure;
  throw new ApiError(code, reason, details, resolution, getActionErrorStatus(code));
};

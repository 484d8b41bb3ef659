import { assetActions } from '#spec/actions/assets.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { listErrorCodes } from '#spec/contract/operation-error-codes.ts';
import { ApiError, getActionErrorStatus } from '#spec/errors.ts';
import { canRunAction, requestStamp } from '#runtime/link/runtime-link.ts';
import { requireSupportedAction } from './service-capabilities.ts';
import type { z } from 'zod';
import type { RuntimeCommands, RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { RunServiceAction } from './controller/service-actions.ts';

/** The outcome of a direct action, before REST or the hub formats it. */
export interface ActionOutcome {
  /** The dotted name as declared, even if the caller used different letter case. */
  readonly action: string;
  readonly result: Record<string, unknown>;
  readonly tick: number;
  readonly seq: number;
}

export type ActionSuccess = ActionOutcome & { readonly success: true };

interface ActionServices {
  readonly link: RuntimeLink;
  readonly runServiceAction: RunServiceAction;
}

/**
 * Runs an action on data that the service holds, without the runtime, and stamps the result with the next tick. The
 * stamp comes first, so that nothing has changed if the runtime doesn't respond.
 */
const runStampedServiceAction = async (
  { link, runServiceAction }: ActionServices,
  { action, parameters }: RuntimeCommands['action.run']['params'],
): Promise<RuntimeCommands['action.run']['result']> => {
  const stamp = await requestStamp(link);
  return { result: await runServiceAction(action, parameters), ...stamp };
};

/**
 * Validates and performs a direct action (description: 'Layer 2 actions'). REST, batches and the hub all use the same
 * order of checks.
 * @returns the outcome, synchronously if the runtime responds synchronously
 * @throws ApiError ACTION_NOT_FOUND, then INVALID_PARAMETERS, then RUNTIME_NOT_CONNECTED, then the runtime's error
 */
export const performAction = (
  { link, runServiceAction }: ActionServices,
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
    const response = canRunAction(link.capabilities, name)
      ? link.requestNow('action.run', request, options)
      : runStampedServiceAction({ link, runServiceAction }, request);
    return response instanceof Promise ? response.then(performed, rethrowWithStatus) : performed(response);
  } catch (failure) {
    return rethrowWithStatus(failure);
  }
};

/**
 * Runs the direct action that implements a route.
 * @returns the action's result from the runtime
 * @throws ApiError with a code that the operation declares
 */
const runActionForRoute = async (
  link: RuntimeLink,
  operation: OperationSpec,
  name: string,
  { timeout }: Pick<ActionSpec, 'timeout'>,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const options = timeout === undefined ? undefined : { timeoutMs: timeout * 1000 };
  const response = link.request('action.run', { action: name, parameters }, options);
  return (await response.catch(rethrowAsDeclared(operation))).result;
};

/**
 * Creates a handler for the failure of a command that a route has sent.
 * @returns a function that throws an error with a code that the operation declares, or ACTION_FAILED for other codes
 */
export const rethrowAsDeclared =
  (operation: OperationSpec) =>
  (failure: unknown): never => {
    if (!(failure instanceof ApiError)) throw failure;
    const { code, reason, details, resolution } = failure;
    if (operation.runtimeErrors?.includes(code))
      throw new ApiError(code, reason, details, resolution, getActionErrorStatus(code));
    if (listErrorCodes(operation).includes(code)) throw failure;
    throw new ApiError('ACTION_FAILED', reason, { ...details, code });
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

type AssetAction = 'getProperties' | 'setProperty' | 'setProperties';

/** Runs the action that implements a route. Like other actions, this action waits for the asset's file. */
export const runAssetAction = async <A extends AssetAction>(
  link: RuntimeLink,
  operation: OperationSpec,
  action: A,
  parameters: z.input<(typeof assetActions)[A]['parameters']>,
): Promise<z.output<(typeof assetActions)[A]['result']>> => {
  const result = await runActionForRoute(
    link,
    operation,
    `assets.${action}`,
    assetActions[action],
    parameters,
  );
  return assetActions[action].result.parse(result) as z.output<(typeof assetActions)[A]['result']>;
};

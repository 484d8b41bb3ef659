import { listErrorCodes } from '#spec/contract/operation-error-codes.ts';
import { ApiError, getActionErrorStatus } from '#spec/errors.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';

/**
 * Runs the direct action that implements a route.
 * @returns the action's result from the runtime
 * @throws ApiError with a code that the operation declares
 */
export const runActionForRoute = async (
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

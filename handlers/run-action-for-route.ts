import { listErrorCodes } from '#spec/contract/operation-error-codes.ts';
import { ApiError, getActionErrorStatus } from '#spec/errors.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';

/**
 * Runs a direct action that a route of its own is for.
 * @returns its result, as the runtime answered it
 * @throws Fault what the operation declares
 */
export const runActionForRoute = async (
  link: RuntimeLink,
  operation: OperationSpec,
  name: string,
  { timeout }: Pick<ActionSpec, 'timeout'>,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const options = timeout === undefined ? undefined : { timeoutMs: timeout * 1000 };
  const answer = link.request('action.run', { action: name, parameters }, options);
  return (await answer.catch(rethrowAsDeclared(operation))).result;
};

/**
 * For the failure of a command that a route sends.
 * @returns fails with what the operation declares; ACTION_FAILED where the runtime refuses with another code
 */
export const rethrowAsDeclared =
  (operation: OperationSpec) =>
  (failure: unknown): never => {
    if (!(failure instanceof ApiError)) throw failure;
    const { code, reason, details, resolution } = failure;
    if (operation.refusals?.includes(code))
      throw new ApiError(code, reason, details, resolution, getActionErrorStatus(code));
    if (listErrorCodes(operation).includes(code)) throw failure;
    throw new ApiError('ACTION_FAILED', reason, { ...details, code });
  };

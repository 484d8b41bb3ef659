import { codesOf } from '#spec/contract/codes.ts';
import { Fault, refusalStatus } from '#spec/errors.ts';
import type { ActionSpec } from '#spec/contract/action.ts';
import type { OperationSpec } from '#spec/contract/operation.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';

/**
 * Runs a direct action that a route of its own is for.
 * @returns its result, as the runtime answered it
 * @throws Fault what the operation declares; ACTION_FAILED where the runtime refuses with another code
 */
export const runForRoute = async (
  link: RuntimeLink,
  operation: OperationSpec,
  name: string,
  { timeout }: Pick<ActionSpec, 'timeout'>,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const options = timeout === undefined ? undefined : { timeoutMs: timeout * 1000 };
  try {
    return (await link.request('action.run', { action: name, parameters }, options)).result;
  } catch (failure) {
    throw failure instanceof Fault ? declaredFault(operation, failure) : failure;
  }
};

const declaredFault = (operation: OperationSpec, fault: Fault): Fault => {
  const { code, reason, details, resolution } = fault;
  if (operation.refusals?.includes(code))
    return new Fault(code, reason, details, resolution, refusalStatus(code));
  return codesOf(operation).includes(code) ? fault : new Fault('ACTION_FAILED', reason, { ...details, code });
};

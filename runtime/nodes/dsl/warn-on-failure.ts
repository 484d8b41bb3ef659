import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../../scene/limit-exceeded-error.ts';
import type { NodeServices } from './handler-context.ts';

/** Runs an operation. If the operation is rejected, writes the reason to the console and returns null. */
export const warnOnFailure = <T>(
  operation: () => T,
  { warnOnce }: Pick<NodeServices, 'warnOnce'>,
): T | null => {
  try {
    return operation();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    // An exceeded limit has already been logged as an error.
    if (!(failure instanceof LimitExceededError)) warnOnce(failure.reason);
    return null;
  }
};

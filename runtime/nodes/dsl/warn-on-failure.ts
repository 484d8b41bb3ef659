import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../../scene/limit-exceeded-error.ts';
import type { NodeServices } from './handler-context.ts';

/** Runs a piece of work. Returns null when it is rejected, and writes the reason to the console. */
export const warnOnFailure = <T>(work: () => T, { warnOnce }: Pick<NodeServices, 'warnOnce'>): T | null => {
  try {
    return work();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    // An exceeded limit has already been logged as an error.
    if (!(failure instanceof LimitExceededError)) warnOnce(failure.reason);
    return null;
  }
};

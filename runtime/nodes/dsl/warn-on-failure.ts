import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../../scene/limit-exceeded-error.ts';
import type { NodeServices } from './handler-context.ts';

/** What comes of a piece of work; null when it is refused, of which the console tells. */
export const warnOnFailure = <T>(work: () => T, { warnOnce }: Pick<NodeServices, 'warnOnce'>): T | null => {
  try {
    return work();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    // what there is too much of was told as an error
    if (!(failure instanceof LimitExceededError)) warnOnce(failure.reason);
    return null;
  }
};

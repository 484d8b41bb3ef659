import { ApiError } from '#spec/errors.ts';
import { getRemainingSize } from '#spec/value-limits.ts';

/** Deeper than any result is nested, and far below the limit of the stack. */
const maxDepth = 1_000;

/**
 * Limits the total size of the results of several operations (C-81). Call the returned function with each result in
 * turn.
 * @param largest the most values and characters of all results together
 * @returns an error to send instead of a result that doesn't fit. It has the status of the operation. Smaller results
 * after it may still fit.
 */
export const createResultBudget = (largest: number) => {
  let remaining = largest;
  return (status: number, result: unknown): ApiError | undefined => {
    const newRemaining = getRemainingSize(result, maxDepth, remaining);
    if (newRemaining < 0) return createTooLargeError(status, largest);
    remaining = newRemaining;
    return undefined;
  };
};

const createTooLargeError = (status: number, limit: number): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The operation ran and returned ${status}; with its result the response would exceed ${limit} values and characters in total.`,
    { ran: true, status, limit },
  );

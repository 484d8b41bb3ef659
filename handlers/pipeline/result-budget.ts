import { ApiError } from '#spec/errors.ts';
import { getRemainingSize } from '#spec/value-limits.ts';

/**
 * The depth at which measuring stops: deeper than the nesting of any result, but far below what would overflow the
 * stack.
 */
const maxDepth = 1_000;

/**
 * Creates a function that limits the total size of several operations' results (C-81). Call the function with each
 * result in turn.
 * @param largest the maximum number of values and characters in all results together
 * @returns a function that returns the error to send instead of a result that doesn't fit. The error has the
 * operation's status. Smaller results may still fit afterwards.
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

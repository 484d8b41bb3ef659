import { ApiError } from '#spec/errors.ts';
import { getRemainingSize } from '#spec/value-limits.ts';

/** Deeper than any answer is nested, and far less than the stack holds. */
const maxDepth = 1_000;

/**
 * Keeps an answer to several operations within bounds (register: C-81). Each result is shown to it in turn.
 * @param largest values and characters that all results together may hold
 * @returns what a result gives way to when there is no room left for it: an error that says what came of its operation.
 * Smaller ones behind it may still fit.
 */
export const createResultBudget = (largest: number) => {
  let room = largest;
  return (status: number, result: unknown): ApiError | undefined => {
    const left = getRemainingSize(result, maxDepth, room);
    if (left < 0) return createTooLargeError(status, largest);
    room = left;
    return undefined;
  };
};

const createTooLargeError = (status: number, limit: number): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The operation ran and answered ${status}; with its result the answer would hold more than ${limit} values and characters in all.`,
    { ran: true, status, limit },
  );

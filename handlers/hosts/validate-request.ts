import type { IncomingMessage } from 'node:http';
import { findHostHeaderError } from '#runtime/shared/host-checks.ts';
import { ApiError } from '#spec/errors.ts';

/**
 * Returns the error for an invalid Host header, or for an `Expect` header that Node would reject without the error
 * envelope.
 */
export const findRequestError = (request: IncomingMessage): ApiError | undefined => {
  const problem = findHostHeaderError(request);
  if (problem !== undefined) return new ApiError('INVALID_REQUEST', problem);
  const { expect } = request.headers;
  if (expect === undefined || continuePattern.test(expect)) return undefined;
  return new ApiError('EXPECTATION_FAILED', `The expectation '${expect}' is not supported.`);
};

/** Matches the expectation `100-continue` with the same pattern that Node uses. */
const continuePattern = /(?:^|\W)100-continue(?:$|\W)/i;

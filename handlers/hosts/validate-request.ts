import type { IncomingMessage } from 'node:http';
import { findHostHeaderError } from '#runtime/devices/validate-host-header.ts';
import { ApiError } from '#spec/errors.ts';

/** What Node by itself would answer as well, but outside the error envelope, and a Host header that is none. */
export const findRequestError = (request: IncomingMessage): ApiError | undefined => {
  const problem = findHostHeaderError(request);
  if (problem !== undefined) return new ApiError('INVALID_REQUEST', problem);
  const { expect } = request.headers;
  if (expect === undefined || continuePattern.test(expect)) return undefined;
  return new ApiError('EXPECTATION_FAILED', `The service does not know the expectation '${expect}'.`);
};

/** As Node reads it. */
const continuePattern = /(?:^|\W)100-continue(?:$|\W)/i;

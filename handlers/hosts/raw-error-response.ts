import { STATUS_CODES } from 'node:http';
import type { ApiError } from '#spec/errors.ts';
import { getRetryAfterHeader } from '../pipeline/call.ts';

/** Formats the raw response to input that never became a request, or to a rejected WebSocket. */
export const formatRawErrorResponse = (
  error: ApiError,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const body = JSON.stringify(error.toEnvelope());
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries({ ...getRetryAfterHeader(error), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body,
  ].join('\r\n');
};

import { STATUS_CODES } from 'node:http';
import type { ApiError } from '#spec/errors.ts';
import { getRetryAfterHeader } from '../pipeline/reply.ts';

/** The text of an answer to what never became a request, or will not become a WebSocket. */
export const formatRawErrorResponse = (
  fault: ApiError,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const body = JSON.stringify(fault.toEnvelope());
  return [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries({ ...getRetryAfterHeader(fault), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body,
  ].join('\r\n');
};

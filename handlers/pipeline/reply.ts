import type { ApiError } from '#spec/errors.ts';
import type { Reply } from './call.ts';

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' };

export const createJsonReply = (
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Reply => ({
  status,
  headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  body,
});

/** Returns a copy of a reply with a plain-text body. The headers, including the item count, are kept. */
export const toTextReply = (reply: Reply, text: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Type': 'text/plain; charset=utf-8' },
  body: text,
});

/** Creates the reply for an ApiError, with the error envelope as its body. */
export const createErrorReply = (error: ApiError, headers?: Readonly<Record<string, string>>): Reply =>
  createJsonReply(error.status, error.toEnvelope(), headers);

/** Returns the Retry-After header for an error that has `retryAfter`. */
export const getRetryAfterHeader = ({ details }: ApiError): Readonly<Record<string, string>> =>
  typeof details?.retryAfter === 'number' ? { 'Retry-After': String(details.retryAfter) } : {};

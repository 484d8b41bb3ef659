/** Responds to input that never becomes a call: malformed requests, and rejected upgrades. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { findHostHeaderError } from '#runtime/shared/host-checks.ts';
import { ApiError } from '#spec/errors.ts';
import { getRetryAfterHeader } from '../pipeline/call.ts';
import type { Duplex } from 'node:stream';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { HostLimits } from './host-limits.ts';
import type { RequestQueue } from './request-queue.ts';

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

/**
 * Rejects an upgrade. If the client doesn't close its side in time, the connection is cut off, because nothing else
 * would close the socket.
 */
export const rejectUpgrade = (
  stream: Duplex,
  error: ApiError,
  {
    closeMs = defaultCloseTimeoutMs,
    headers = {},
  }: { readonly closeMs?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void => {
  const deadline = setTimeout(() => stream.destroy(), closeMs).unref();
  stream.once('close', () => clearTimeout(deadline));
  stream.on('error', () => {});
  stream.resume();
  stream.end(formatRawErrorResponse(error, headers));
};

/**
 * Creates the error for an invalid WebSocket handshake.
 * @param resolution what the client should call instead
 */
export const createHandshakeError = (reason: string, resolution: string): ApiError =>
  new ApiError('INVALID_REQUEST', `This is not a WebSocket handshake: ${reason}.`, undefined, resolution);

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

/**
 * Responds with the error envelope to input that never became a request.
 * @param streamingSockets connections whose current request has no limit for its total time
 */
export const handleMalformedRequests = (
  server: Server,
  requestQueue: RequestQueue,
  { drainTimeoutMs }: HostLimits,
  scheduler: Scheduler,
  streamingSockets: WeakSet<Duplex>,
): void => {
  const malformedSockets = new WeakSet<Duplex>();
  const end = (socket: Duplex, response: string): void =>
    requestQueue.end(socket, () => {
      socket.end(response);
      socket.once(
        'close',
        scheduler.after(drainTimeoutMs, () => socket.destroy()),
      );
    });
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy();
    if (failure.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streamingSockets.has(socket)) return;
    if (malformedSockets.has(socket)) return;
    malformedSockets.add(socket);
    end(socket, formatRawErrorResponse(toApiError(failure)));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    end(socket, formatRawErrorResponse(connectNotAllowed, { Allow: servedMethods.join(', ') }));
  });
};

const servedMethods = ['GET', 'POST', 'PUT', 'DELETE'];
const connectNotAllowed = new ApiError(
  'METHOD_NOT_ALLOWED',
  'The service is not a proxy and opens no tunnels.',
  {
    allowed: servedMethods,
  },
);

const toApiError = ({ code }: NodeJS.ErrnoException): ApiError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADERS_TOO_LARGE');
  return new ApiError('INVALID_REQUEST', 'The input is not HTTP/1.1 (RFC 9112).');
};

/** The time in milliseconds that a client may take to close a rejected connection. */
const defaultCloseTimeoutMs = 5_000;

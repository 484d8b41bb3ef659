import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#spec/errors.ts';
import { formatRawErrorResponse } from './raw-error-response.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { RequestQueue } from './request-queue.ts';
import type { HostLimits } from './host-limits.ts';

/** Responds with the error envelope to input that never became a request. */
export const handleMalformedRequests = (
  server: Server,
  requestQueue: RequestQueue,
  { drainTimeoutMs }: HostLimits,
  scheduler: Scheduler,
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

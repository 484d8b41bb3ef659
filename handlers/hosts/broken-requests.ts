import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#spec/errors.ts';
import { rawAnswer } from './raw-answer.ts';
import type { Scheduler } from '../scheduler.ts';
import type { InOrder } from './in-order.ts';
import type { HostLimits } from './limits.ts';

/** Answers what never became a request, as everything else that goes wrong: in the error envelope. */
export const answerBrokenRequests = (
  server: Server,
  inOrder: InOrder,
  { drainMs }: HostLimits,
  scheduler: Scheduler,
): void => {
  const broken = new WeakSet<Duplex>();
  const end = (socket: Duplex, answer: string): void =>
    inOrder.end(socket, () => {
      socket.end(answer);
      socket.once(
        'close',
        scheduler.after(drainMs, () => socket.destroy()),
      );
    });
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy();
    if (broken.has(socket)) return;
    broken.add(socket);
    end(socket, rawAnswer(faultOf(failure)));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    end(socket, rawAnswer(noTunnel, { Allow: served.join(', ') }));
  });
};

const served = ['GET', 'POST', 'PUT', 'DELETE'];
const noTunnel = new ApiError('METHOD_NOT_ALLOWED', 'The service is no proxy and makes no tunnels.', {
  allowed: served,
});

const faultOf = ({ code }: NodeJS.ErrnoException): ApiError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADERS_TOO_LARGE');
  return new ApiError('INVALID_REQUEST', 'What came is not HTTP/1.1 as RFC 9112 has it.');
};

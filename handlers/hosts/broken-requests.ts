import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Fault } from '#spec/errors.ts';
import { rawAnswer } from './raw-answer.ts';
import type { Scheduler } from '../scheduler.ts';
import type { HostLimits } from './limits.ts';

/** Answers what never became a request, as everything else that goes wrong: in the error envelope. */
export const answerBrokenRequests = (server: Server, { drainMs }: HostLimits, scheduler: Scheduler): void => {
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || answered.has(socket)) return void socket.destroy();
    answered.add(socket);
    socket.end(rawAnswer(faultOf(failure)));
    socket.once(
      'close',
      scheduler.after(drainMs, () => socket.destroy()),
    );
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(noTunnel, { Allow: served.join(', ') }));
    socket.once(
      'close',
      scheduler.after(drainMs, () => socket.destroy()),
    );
  });
};

const served = ['GET', 'POST', 'PUT', 'DELETE'];
const noTunnel = new Fault('METHOD_NOT_ALLOWED', 'The service is no proxy and makes no tunnels.', {
  allowed: served,
});

const faultOf = ({ code }: NodeJS.ErrnoException): Fault => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fault('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW') return new Fault('HEADERS_TOO_LARGE');
  return new Fault('INVALID_REQUEST', 'What came is not HTTP/1.1 as RFC 9112 has it.');
};

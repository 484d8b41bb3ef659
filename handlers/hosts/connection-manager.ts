import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { createFairSocketReader } from '#runtime/devices/fair-socket-reader.ts';
import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '../scheduler.ts';
import type { RequestQueue } from './request-queue.ts';
import type { HostLimits } from './host-limits.ts';
import { formatRawErrorResponse } from './raw-error-response.ts';

/** The connections of an HTTP server. */
interface ConnectionManager {
  /** Looks at a request before it is served: from now on its connection may have to be read in turns. */
  inspectRequest(request: IncomingMessage): void;
}

/** A first read of more bytes than this is no single request of an ordinary client. */
const largeFirstReadBytes = 16_384;

/**
 * Reads connections in turns that bring many small things at once: bodies in chunks, and requests that are sent without
 * waiting for answers. All others are read by Node itself, which takes 2 µs less for each request.
 */
export const manageConnections = (
  server: Server,
  inOrder: RequestQueue,
  { headersTimeoutMs, maxConnections }: Pick<HostLimits, 'headersTimeoutMs' | 'maxConnections'>,
  scheduler: Scheduler,
): ConnectionManager => {
  const turns = createFairSocketReader(scheduler);
  /** Ends the reading in turns of a connection. */
  const ends = new WeakMap<Duplex, () => void>();
  const listeners = server.listeners('connection');
  /** Connections without encryption; those with it are limited where they come in. */
  const plain = new Set<Socket>();
  const known = new WeakSet<Socket>();
  /** Connections on which nothing has come, the oldest first. */
  const silent = new Set<Socket>();

  const slice = (socket: Socket): void => {
    if (!ends.has(socket)) ends.set(socket, turns.addStream(socket));
  };

  /** Where there is no room, the connection gives way that has been silent for longest. */
  const makeRoom = (): boolean => {
    if (plain.size < maxConnections) return true;
    const [oldest] = silent;
    if (!oldest) return false;
    silent.delete(oldest);
    plain.delete(oldest);
    oldest.destroy();
    return true;
  };

  const attach = (socket: Socket): void => {
    for (const listener of listeners) listener.call(server, socket);
  };

  /** Until a client has sent something, its connection takes no parser. */
  const take = (socket: Socket): void => {
    // Node 20 gives a socket back whose upgrade nobody takes
    if (known.has(socket)) {
      attach(socket);
      return;
    }
    known.add(socket);
    if (!(socket instanceof TLSSocket)) {
      if (!makeRoom()) return void socket.destroy();
      plain.add(socket);
    }
    silent.add(socket);
    const fail = (): void => void socket.destroy();
    /** After a standstill of the process a request may lie unread, which is read first. */
    const tooLate = (): void =>
      void setImmediate(() => {
        if (silent.has(socket)) socket.end(formatRawErrorResponse(new ApiError('REQUEST_TIMEOUT')), fail);
      });
    socket.setTimeout(headersTimeoutMs, tooLate);
    socket.on('error', fail);
    socket.once('close', () => {
      plain.delete(socket);
      silent.delete(socket);
    });
    socket.once('readable', () => {
      silent.delete(socket);
      socket.setTimeout(0, tooLate);
      const first: Buffer | null = socket.read();
      if (first === null) return fail();
      socket.unshift(first);
      attach(socket);
      socket.off('error', fail);
      if (first.length > largeFirstReadBytes) slice(socket);
    });
  };

  const leave = (_request: IncomingMessage, socket: Duplex): void => {
    ends.get(socket)?.();
    ends.delete(socket);
  };

  server.removeAllListeners('connection');
  server.on('connection', take);
  server.on('upgrade', leave);
  server.on('connect', leave);

  return {
    inspectRequest({ headers, socket }) {
      if (headers['transfer-encoding'] !== undefined || inOrder.isBusy(socket)) slice(socket);
    },
  };
};

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { createFairSocketReader } from '#runtime/shared/fair-socket-reader.ts';
import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { RequestQueue } from './request-queue.ts';
import type { HostLimits } from './host-limits.ts';
import { formatRawErrorResponse } from './raw-errors.ts';

/**
 * If the first read returns more bytes than this, these bytes contain more than a single request of an ordinary client.
 */
const largeFirstReadBytes = 16_384;

/**
 * Reads connections in turns if they send many small items at the same time, such as chunked bodies or pipelined
 * requests. Node reads all other connections itself, which saves 2 µs per request.
 */
export const manageConnections = (
  server: Server,
  requestQueue: RequestQueue,
  { headersTimeoutMs, maxConnections }: Pick<HostLimits, 'headersTimeoutMs' | 'maxConnections'>,
  scheduler: Scheduler,
) => {
  const fairReader = createFairSocketReader(scheduler);
  /** Functions that stop reading a connection in turns, keyed by connection. */
  const stopFunctions = new WeakMap<Duplex, () => void>();
  const listeners = server.listeners('connection');
  /** Unencrypted connections. The TLS listener limits encrypted connections. */
  const plainSockets = new Set<Socket>();
  const seenSockets = new WeakSet<Socket>();
  /** Connections that have not sent anything yet, oldest first. */
  const silentSockets = new Set<Socket>();

  const readFairly = (socket: Socket): void => {
    if (!stopFunctions.has(socket)) stopFunctions.set(socket, fairReader.addStream(socket));
  };

  /**
   * If there are too many connections, closes the connection that has been silent for longest.
   * @returns whether there is room for another connection
   */
  const makeRoom = (): boolean => {
    if (plainSockets.size < maxConnections) return true;
    const [oldest] = silentSockets;
    if (!oldest) return false;
    silentSockets.delete(oldest);
    plainSockets.delete(oldest);
    oldest.destroy();
    return true;
  };

  const attach = (socket: Socket): void => {
    for (const listener of listeners) listener.call(server, socket);
  };

  /** Starts the HTTP parser of a connection only after its client has sent something. */
  const handleConnection = (socket: Socket): void => {
    // Node 20 emits a socket again if nobody accepts its upgrade.
    if (seenSockets.has(socket)) {
      attach(socket);
      return;
    }
    seenSockets.add(socket);
    if (!(socket instanceof TLSSocket)) {
      if (!makeRoom()) return void socket.destroy();
      plainSockets.add(socket);
    }
    silentSockets.add(socket);
    const fail = (): void => void socket.destroy();
    /** If the process was blocked, a request may have arrived without being read yet, so this request is read first. */
    const onTimeout = (): void =>
      void setImmediate(() => {
        if (silentSockets.has(socket))
          socket.end(formatRawErrorResponse(new ApiError('REQUEST_TIMEOUT')), fail);
      });
    socket.setTimeout(headersTimeoutMs, onTimeout);
    socket.on('error', fail);
    socket.once('close', () => {
      plainSockets.delete(socket);
      silentSockets.delete(socket);
    });
    socket.once('readable', () => {
      silentSockets.delete(socket);
      socket.setTimeout(0, onTimeout);
      const first: Buffer | null = socket.read();
      if (first === null) return fail();
      socket.unshift(first);
      attach(socket);
      socket.off('error', fail);
      if (first.length > largeFirstReadBytes) readFairly(socket);
    });
  };

  const stopFairReading = (_request: IncomingMessage, socket: Duplex): void => {
    stopFunctions.get(socket)?.();
    stopFunctions.delete(socket);
  };

  server.removeAllListeners('connection');
  server.on('connection', handleConnection);
  server.on('upgrade', stopFairReading);
  server.on('connect', stopFairReading);

  return {
    /** Inspects a request before it is served. From then on, the connection may be read in turns. */
    inspectRequest({ headers, socket }: IncomingMessage) {
      if (headers['transfer-encoding'] !== undefined || requestQueue.isBusy(socket)) readFairly(socket);
    },
  };
};

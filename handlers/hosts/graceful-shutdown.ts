import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestQueue } from './request-queue.ts';

/** Shuts down a server without losing requests that it has accepted. */
interface GracefulShutdown {
  readonly openConnections: number;
  /**
   * Stops accepting connections, responds to the requests on existing connections, and closes each connection after its
   * response. Connections that are still open at the deadline are cut off. Resolves when all connections are closed.
   * @param closeOthers closes other listeners of the same server, and resolves when their connections are closed
   * @param finalConnections connections that responses depend on; they are closed after all requests have been answered
   */
  close(
    deadlineMs: number,
    closeOthers?: () => Promise<unknown>,
    finalConnections?: FinalConnections,
  ): Promise<void>;
}

/** Connections that are closed after all other connections. */
interface FinalConnections {
  readonly streams: ReadonlySet<Duplex>;
  close(): void;
}

const pollIntervalMs = 20;

/**
 * Tracks the connections of a server. Requests cause no extra work before {@link GracefulShutdown.close} is called.
 * @param requestQueue indicates which connections have an unanswered request
 */
export const createGracefulShutdown = (
  server: Server,
  { isBusy }: Pick<RequestQueue, 'isBusy'>,
): GracefulShutdown => {
  const sockets = new Set<Socket>();
  const upgraded = new WeakSet<Duplex>();
  server.on('connection', (socket: Socket) => {
    // Node 20 emits a socket again if nobody accepts its upgrade.
    upgraded.delete(socket);
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('upgrade', (_, socket) => upgraded.add(socket));
  /** Closes connections that have received no complete request since their last response. */
  const closeIdle = (): void => {
    for (const socket of sockets) if (!upgraded.has(socket) && !isBusy(socket)) socket.destroySoon();
  };
  return {
    get openConnections() {
      return sockets.size;
    },
    async close(deadlineMs, closeOthers, finalConnections) {
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false;
      });
      const poll = setInterval(() => {
        closeIdle();
        if (finalConnections && [...sockets].every((socket) => finalConnections.streams.has(socket)))
          finalConnections.close();
      }, pollIntervalMs);
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, deadlineMs);
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([closed, closeOthers?.()]);
      clearInterval(poll);
      clearTimeout(deadline);
    },
  };
};

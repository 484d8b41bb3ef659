import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestQueue } from './request-queue.ts';

/** Ends a server without losing what it has accepted. */
interface GracefulShutdown {
  /** Connections that are still open. */
  readonly openConnections: number;
  /**
   * Takes no more connections, answers what has come in over those that are there, and closes each behind its answer.
   * After the deadline the rest is cut off. Resolves when all are closed.
   * @param others closes other ways in to the same server; resolves when their connections are closed
   * @param last what answering takes, and is closed when everything has been answered
   */
  close(deadlineMs: number, others?: () => Promise<unknown>, last?: FinalConnections): Promise<void>;
}

/** Connections that are closed behind all others. */
interface FinalConnections {
  readonly streams: ReadonlySet<Duplex>;
  close(): void;
}

const pollIntervalMs = 20;

/**
 * Follows the connections of a server; nothing is done for a single request before {@link GracefulShutdown.close}.
 * @param inOrder knows which connections have a request that is not answered yet
 */
export const createGracefulShutdown = (
  server: Server,
  { isBusy }: Pick<RequestQueue, 'isBusy'>,
): GracefulShutdown => {
  const sockets = new Set<Socket>();
  const upgraded = new WeakSet<Duplex>();
  server.on('connection', (socket: Socket) => {
    // A server of Node 20 is given a socket back whose upgrade nobody takes.
    upgraded.delete(socket);
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('upgrade', (_, socket) => upgraded.add(socket));
  /** No request has come as a whole on them since the last answer: nothing at all, or a part of its headers. */
  const closeIdle = (): void => {
    for (const socket of sockets) if (!upgraded.has(socket) && !isBusy(socket)) socket.destroySoon();
  };
  return {
    get openConnections() {
      return sockets.size;
    },
    async close(deadlineMs, others, last) {
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false;
      });
      const looking = setInterval(() => {
        closeIdle();
        if (last && [...sockets].every((socket) => last.streams.has(socket))) last.close();
      }, pollIntervalMs);
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, deadlineMs);
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([closed, others?.()]);
      clearInterval(looking);
      clearTimeout(deadline);
    },
  };
};

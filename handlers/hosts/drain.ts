import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Ends a server without losing what it has accepted. */
interface Drain {
  /** Connections that are still open. */
  readonly open: number;
  /**
   * Takes no more connections, answers what has come in over those that are there, and closes each behind its answer.
   * After the deadline the rest is cut off. Resolves when all are closed.
   * @param others closes other ways in to the same server; resolves when their connections are closed
   * @param last what answering takes, and is closed when everything has been answered
   */
  close(deadlineMs: number, others?: () => Promise<unknown>, last?: Last): Promise<void>;
}

/** Connections that are closed behind all others. */
interface Last {
  readonly streams: ReadonlySet<Duplex>;
  close(): void;
}

const lookAgainMs = 20;

/** Follows the connections of a server; nothing is done for a single request before {@link Drain.close}. */
export const createDrain = (server: Server): Drain => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    // A server of Node 20 is given a socket back whose upgrade nobody takes.
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    get open() {
      return sockets.size;
    },
    async close(deadlineMs, others, last) {
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false;
      });
      const looking = setInterval(() => {
        server.closeIdleConnections();
        if (last && [...sockets].every((socket) => last.streams.has(socket))) last.close();
      }, lookAgainMs);
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

/** Accepts connections from runtimes. The kit acts as a service that has only the runtime link. */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { UsageError } from '../target/manifest.ts';
import { createInbox } from '../target/hub/inbox.ts';
import { linkPath, limits } from './link-schemas.ts';
import { createLinkConnection, type LinkConnection } from './link-connection.ts';
import type { AddressInfo } from 'node:net';

export interface LinkServer {
  /** The address to which runtimes connect. */
  readonly url: string;
  /** All connections so far, oldest first. */
  readonly connections: readonly LinkConnection[];
  /** Waits for the first open connection from position `from` on. Returns `undefined` if none arrives in time. */
  waitForConnection(from: number, timeoutMs: number): Promise<LinkConnection | undefined>;
  close(): Promise<void>;
}

const hostname = '127.0.0.1';

/** How long a runtime may take to end a connection after the kit has closed it, in milliseconds. */
const closeTimeoutMs = 500;

/**
 * Starts a server that listens on the loopback interface.
 * @throws UsageError if the port is already in use
 */
export const startLinkServer = async (port: number): Promise<LinkServer> => {
  const server = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({
    ...{ server, path: linkPath, perMessageDeflate: false, autoPong: false },
    maxPayload: limits.messageBytes,
  });
  const arrivals = createInbox<LinkConnection>(false);
  sockets.on('connection', (socket, { headers }) =>
    arrivals.put(createLinkConnection(socket, headers.origin !== undefined)),
  );
  sockets.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error) =>
      reject(new UsageError(`The kit cannot listen on port ${port}: ${error.message}`)),
    );
    server.listen(port, hostname, resolve);
  });
  return {
    url: `ws://${hostname}:${(server.address() as AddressInfo).port}${linkPath}`,
    connections: arrivals.all,
    waitForConnection: (from, timeoutMs) =>
      arrivals.until(({ closeInfo }) => closeInfo === undefined, timeoutMs, from),
    async close() {
      for (const connection of arrivals.all)
        if (!connection.closeInfo) connection.close(1001, 'The run is over.');
      const timer = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, closeTimeoutMs);
      sockets.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(timer);
    },
  };
};

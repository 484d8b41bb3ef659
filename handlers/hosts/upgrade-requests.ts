/** An `Upgrade` header that nobody here takes is ignored (RFC 9110, section 7.8): the request is served as any other. */
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseRequestTarget } from './request-target.ts';

/** Whether somebody takes an upgrade request. */
export type AcceptsUpgrade = (request: IncomingMessage) => boolean;

/** Whether a request asks for a WebSocket at this path. */
export const createWebSocketMatcher =
  (path: string): AcceptsUpgrade =>
  (request) =>
    request.headers.upgrade?.toLowerCase() === 'websocket' && parseRequestTarget(request).path === path;

/** Options of a server of Node 24.9, or 22.21, and later, which asks before it lets go of a request. */
export const createUpgradeOptions = (takesUpgrade: AcceptsUpgrade): ServerOptions =>
  ({ shouldUpgradeCallback: takesUpgrade }) as ServerOptions;

/**
 * Serves the upgrade requests that nobody takes. A server of an earlier Node lets go of every one as soon as anybody
 * listens for some, its body unread: it is given its socket back, with the request as it would have come without the
 * header. As in later ones, what is pipelined behind such a request is not served.
 */
export const ignoreUnacceptedUpgrades = (server: Server, takesUpgrade: AcceptsUpgrade): void => {
  server.on('upgrade', (request, socket, head) => {
    if (!takesUpgrade(request)) serveWithoutUpgrade(server, request, socket, head);
  });
};

const serveWithoutUpgrade = (
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}:${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
};

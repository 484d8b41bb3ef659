/** An `Upgrade` header that nobody accepts is ignored (RFC 9110, section 7.8), and the request is served as usual. */
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseRequestTarget } from './request-target.ts';

/** Whether a listener accepts an upgrade request. */
export type AcceptsUpgrade = (request: IncomingMessage) => boolean;

/** Creates a test whether a request asks for a WebSocket at this path. */
export const createWebSocketMatcher =
  (path: string): AcceptsUpgrade =>
  (request) =>
    request.headers.upgrade?.toLowerCase() === 'websocket' && parseRequestTarget(request).path === path;

/** Options for servers of Node 24.9 or 22.21 and later, which ask before they detach a request. */
export const createUpgradeOptions = (acceptsUpgrade: AcceptsUpgrade): ServerOptions =>
  ({ shouldUpgradeCallback: acceptsUpgrade }) as ServerOptions;

/**
 * Serves upgrade requests that nobody accepts. Earlier versions of Node detach every one once there is a listener, with
 * its body unread. The server gets the socket back, with the request replayed without the header. As in later versions,
 * requests pipelined behind it are not served.
 */
export const ignoreUnacceptedUpgrades = (server: Server, acceptsUpgrade: AcceptsUpgrade): void => {
  server.on('upgrade', (request, socket, head) => {
    if (!acceptsUpgrade(request)) serveWithoutUpgrade(server, request, socket, head);
  });
};

const serveWithoutUpgrade = (
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}:${rawHeaders[index + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
};

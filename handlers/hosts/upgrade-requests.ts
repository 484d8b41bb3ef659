/**
 * Ignores `Upgrade` headers that nobody accepts (RFC 9110, section 7.8), so that these requests are served as usual.
 */
import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseRequestTarget } from '../pipeline/router.ts';

/** Whether a listener accepts an upgrade request. */
export type AcceptsUpgrade = (request: IncomingMessage) => boolean;

/** Creates a function that tests whether a request asks for a WebSocket at this path. */
export const createWebSocketMatcher =
  (path: string): AcceptsUpgrade =>
  (request) =>
    request.headers.upgrade?.toLowerCase() === 'websocket' && parseRequestTarget(request.url).path === path;

/**
 * Creates options for servers in Node 24.9 or 22.21 and later, which ask before they detach the socket of an upgrade
 * request.
 */
export const createUpgradeOptions = (acceptsUpgrade: AcceptsUpgrade): ServerOptions =>
  ({ shouldUpgradeCallback: acceptsUpgrade }) as ServerOptions;

/**
 * Serves upgrade requests that nobody accepts. As soon as a server has an `upgrade` listener, earlier Node versions
 * detach the socket of every upgrade request and leave the body unread. This function returns the socket to the server
 * and replays the request without its `Upgrade` header. As in later versions, requests that are pipelined after an
 * upgrade request are not served.
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

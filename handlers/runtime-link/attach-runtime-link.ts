/**
 * The endpoint where a runtime in another process connects (description: 'Authentication', the internal runtime link).
 */
import { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { createWebSocketTransport } from '#runtime/link/remote/link-transport.ts';
import { createFairSocketReader, readWebSocketFairly } from '#runtime/shared/fair-socket-reader.ts';
import { isLoopbackHost } from '#runtime/shared/host-checks.ts';
import { ApiError } from '#spec/errors.ts';
import { linkLimits, linkPath } from '#spec/runtime-link/link-settings.ts';
import { createHandshakeError, findRequestError, rejectUpgrade } from '../hosts/raw-errors.ts';
import { type AcceptsUpgrade, createWebSocketMatcher } from '../hosts/upgrade-requests.ts';
import { createHostError, createOriginError, isAllowedOrigin } from '../pipeline/authorize-call.ts';
import { isLoopbackAddress } from '../pipeline/call.ts';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RemoteLink } from '#runtime/link/remote/remote-link.ts';

const isRuntimeLinkUpgrade = createWebSocketMatcher(linkPath);

/**
 * Whether a request may connect to the runtime link. Other machines may not connect; their requests are recognized
 * because their connections are encrypted.
 */
export const isLocalRuntimeLinkUpgrade: AcceptsUpgrade = (request) =>
  isRuntimeLinkUpgrade(request) && !(request.socket instanceof TLSSocket);

/**
 * Serves the runtime link on an HTTP server's WebSocket upgrades. The link accepts only clients on this machine,
 * without a token, even if the API is disabled.
 * @param link `undefined` if the service expects no runtime; clients are then rejected with an error that says so
 * @returns the connections of runtimes
 */
export const attachRuntimeLink = (
  server: Server,
  link: Pick<RemoteLink, 'accept'> | undefined,
): ReadonlySet<Duplex> => {
  const streams = new Set<Duplex>();
  const fairReader = createFairSocketReader();
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: linkLimits.messageBytes,
  });
  webSockets.on('wsClientError', ({ message }, stream) =>
    rejectUpgrade(
      stream,
      createHandshakeError(message, 'GET /api/health reports whether a runtime is connected.'),
      {
        headers: { 'Sec-WebSocket-Version': '13, 8' },
      },
    ),
  );
  server.on('upgrade', (request, stream, head) => {
    if (!isLocalRuntimeLinkUpgrade(request)) return;
    const error = findUpgradeError(request) ?? (link ? undefined : createNoRuntimeExpectedError());
    if (error || !link) {
      rejectUpgrade(stream, error ?? createNoRuntimeExpectedError());
      return;
    }
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      readWebSocketFairly(fairReader, socket, stream);
      link.accept(createWebSocketTransport(socket, stream));
    });
  });
  return streams;
};

const createNoRuntimeExpectedError = (): ApiError =>
  new ApiError(
    'ROUTE_NOT_FOUND',
    'This service waits for no runtime.',
    undefined,
    'GET /api/health reports whether it has its own. Start the service with --runtime external to connect one here.',
  );

const findUpgradeError = (request: IncomingMessage): ApiError | undefined => {
  const { headers, socket } = request;
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return new ApiError('CLIENT_NOT_ALLOWED');
  const malformed = findRequestError(request);
  if (malformed) return malformed;
  if (!isAllowedOrigin(headers.origin)) return createOriginError(headers.origin);
  return isLoopbackHost(headers.host) ? undefined : createHostError({ host: headers.host });
};

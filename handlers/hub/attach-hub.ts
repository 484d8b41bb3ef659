import { type WebSocket, WebSocketServer } from 'ws';
import { createFairSocketReader, readWebSocketFairly } from '#runtime/shared/fair-socket-reader.ts';
import { createHandshakeError, findRequestError, rejectUpgrade } from '../hosts/raw-errors.ts';
import { createWebSocketMatcher } from '../hosts/upgrade-requests.ts';
import { parseRequestTarget } from '../pipeline/router.ts';
import { type ConnectPolicy, createHubCaller, findConnectError, toConnectRequest } from './connect-policy.ts';
import { createHubSocket } from './session/transport.ts';
import type { Server } from 'node:http';
import type { GetRemoteListener } from '../pipeline/call.ts';
import type { Log } from '../log.ts';
import type { Hub } from './hub.ts';
import type { HubCaller } from './methods/define-method.ts';

/** Options for attaching the hub to the sockets of a server. */
export interface AttachHubOptions extends ConnectPolicy {
  /** Returns the listener that accepted a connection. When absent, every connection counts as plain loopback. */
  readonly getRemoteListener?: GetRemoteListener;
  /** Logs when connections are opened, closed or rejected. When absent, nothing is logged. */
  readonly log?: Pick<Log, 'info'>;
}

/**
 * The maximum size of a WebSocket payload, as a multiple of the maximum message size. Because of this margin, a message
 * that is slightly too long receives an error instead of a cut connection.
 */
const payloadFactor = 2;

/** The parts of a hub that are needed to open connections. */
type AcceptingHub = Pick<Hub, 'limits' | 'canConnect' | 'accept'>;

/** Serves the hub on WebSocket upgrade requests to an HTTP server. */
export const attachHub = (server: Server, hub: AcceptingHub, options: AttachHubOptions): void => {
  const maxPayload = payloadFactor * hub.limits.messageBytes;
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  const fairReader = createFairSocketReader();

  const isForHub = createWebSocketMatcher(options.path);

  webSockets.on('wsClientError', ({ message }, stream) => {
    const error = createHandshakeError(message, 'GET /api/events/types describes how to connect to the hub.');
    const headers = { 'Sec-WebSocket-Version': '13, 8' };
    rejectUpgrade(stream, error, { closeMs: hub.limits.closeMs, headers });
  });

  server.on('upgrade', (request, stream, head) => {
    if (!isForHub(request)) return;
    const { headers, socket } = request;
    const address = socket.remoteAddress;
    const connectRequest = toConnectRequest({
      query: parseRequestTarget(request.url).query,
      ...{ authorization: headers.authorization, origin: headers.origin, host: headers.host },
      ...{ address: address ?? '', remoteListener: options.getRemoteListener?.(socket) },
    });
    const error = findConnectError(connectRequest, hub, options, findRequestError(request));
    if (error) {
      options.log?.info({ address, status: error.status, code: error.code }, 'hub: connection rejected');
      return rejectUpgrade(stream, error, { closeMs: hub.limits.closeMs });
    }
    const caller = createHubCaller(connectRequest, options);
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      readWebSocketFairly(fairReader, socket, stream);
      if (options.log) logConnection(socket, address, caller, options.log);
      hub.accept(createHubSocket(socket, stream), caller, connectRequest.connectionToken);
    });
  });
};

const logConnection = (
  socket: WebSocket,
  address: string | undefined,
  { isAuthenticated }: HubCaller,
  log: Pick<Log, 'info'>,
): void => {
  const connectedAt = performance.now();
  log.info({ address, authenticated: isAuthenticated }, 'hub: connected');
  socket.once('close', (code) => {
    const seconds = Math.round((performance.now() - connectedAt) / 10) / 100;
    log.info({ address, code, seconds }, 'hub: disconnected');
  });
};

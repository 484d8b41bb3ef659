import { type WebSocket, WebSocketServer } from 'ws';
import { Fault } from '#spec/errors.ts';
import { refusalOf } from '../hosts/refusal.ts';
import { refuseUpgrade } from '../hosts/refuse-upgrade.ts';
import { targetOf } from '../hosts/request-target.ts';
import { isWebSocketAt } from '../hosts/upgrades.ts';
import { foreignHost, foreignOrigin } from '../pipeline/origin.ts';
import { hubToken } from '../pipeline/tier.ts';
import { webSocketWire } from './protocol/wire.ts';
import type { IncomingMessage, Server } from 'node:http';
import type { EntranceOf } from '../hosts/entrance-of.ts';
import type { Log } from '../log.ts';
import type { Entrance } from '../pipeline/call.ts';
import type { Hub } from './hub.ts';
import type { Caller } from './methods/method.ts';

export interface AttachOptions {
  /** Where the hub lives; other upgrades are left to other listeners. */
  readonly path: string;
  /** Asked again for each command, so that a token that was replaced stops working. */
  authenticate(token: string | undefined): boolean;
  /** Whether the external API is switched on; it is when absent. */
  apiEnabled?(): boolean;
  /**
   * Why whoever shows this token is not let in; nobody is refused when absent. Asked again, without an address, of those
   * who are in.
   */
  refusal?(token: string | undefined, address?: string, entrance?: Entrance): Fault | undefined;
  allowOrigin(origin: string | undefined): boolean;
  /** Whether a Host header names this machine; every one does when absent. */
  allowHost?(host: string | undefined, entrance?: Entrance): boolean;
  /** Whether this address may connect at all; every one may when absent. */
  allowClient?(address: string, entrance?: Entrance): boolean;
  /** The way that a connection came; plain loopback when absent. */
  readonly entranceOf?: EntranceOf;
  /** Told of connections that come, go and are refused; nobody is when absent. */
  readonly log?: Pick<Log, 'info'>;
}

/** Payloads may be this many times larger than a message, so that one a little too long is told why it is refused. */
const payloadFactor = 2;

/** What of a hub its connections are made with. */
type Reception = Pick<Hub, 'limits' | 'knows' | 'accept'>;

/** What somebody brings who wants to be let in. */
interface Knock {
  readonly token: string | undefined;
  readonly connectionToken: string | undefined;
  readonly entrance: Entrance | undefined;
}

/** Serves the hub on the WebSocket upgrades of an HTTP server. */
export const attachHub = (server: Server, hub: Reception, options: AttachOptions): void => {
  const maxPayload = payloadFactor * hub.limits.messageBytes;
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });

  const isForHub = isWebSocketAt(options.path);

  webSockets.on('wsClientError', ({ message }, stream) => {
    const fault = new Fault('INVALID_REQUEST', `This is no WebSocket handshake: ${message}.`);
    const headers = { 'Sec-WebSocket-Version': '13, 8' };
    refuseUpgrade(stream, fault, { closeMs: hub.limits.closeMs, headers });
  });

  server.on('upgrade', (request, stream, head) => {
    if (!isForHub(request)) return;
    const { query } = targetOf(request);
    const token = hubToken(query, request.headers.authorization);
    const connectionToken = new URLSearchParams(query).get('id') ?? undefined;
    const entrance = options.entranceOf?.(request.socket);
    const fault = refusal(request, { token, connectionToken, entrance }, hub, options);
    const address = request.socket.remoteAddress;
    if (fault) {
      options.log?.info({ address, status: fault.status, code: fault.code }, 'hub: connection refused');
      return refuseUpgrade(stream, fault, { closeMs: hub.limits.closeMs });
    }
    const caller = createCaller(token, entrance, options);
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      if (options.log) noteConnection(socket, address, caller, options.log);
      hub.accept(webSocketWire(socket, stream), caller, connectionToken);
    });
  });
};

const noteConnection = (
  socket: WebSocket,
  address: string | undefined,
  { authenticated }: Caller,
  log: Pick<Log, 'info'>,
): void => {
  const begun = performance.now();
  log.info({ address, authenticated }, 'hub: connected');
  socket.once('close', (code) => {
    const seconds = Math.round((performance.now() - begun) / 10) / 100;
    log.info({ address, code, seconds }, 'hub: disconnected');
  });
};

const refusal = (
  request: IncomingMessage,
  { token, connectionToken, entrance }: Knock,
  hub: Reception,
  { allowClient, allowOrigin, allowHost, refusal, path }: AttachOptions,
): Fault | undefined => {
  const { headers, socket } = request;
  const address = socket.remoteAddress ?? '';
  if (allowClient && !allowClient(address, entrance)) return new Fault('CLIENT_NOT_ALLOWED');
  if (!allowOrigin(headers.origin)) return foreignOrigin(headers.origin);
  if (allowHost && !allowHost(headers.host, entrance)) return foreignHost({ host: headers.host, entrance });
  const fault = refusalOf(request) ?? refusal?.(token, address, entrance);
  if (fault || connectionToken === undefined || hub.knows(connectionToken)) return fault;
  return new Fault(
    'ROUTE_NOT_FOUND',
    `No negotiated connection waits under this id; POST ${path}/negotiate gives a new one.`,
  );
};

const createCaller = (
  token: string | undefined,
  entrance: Entrance | undefined,
  { authenticate, apiEnabled, refusal }: AttachOptions,
): Caller => ({
  get authenticated() {
    return authenticate(token);
  },
  get apiEnabled() {
    return apiEnabled?.() ?? true;
  },
  get refusal() {
    return refusal?.(token, undefined, entrance);
  },
});

import { type WebSocket, WebSocketServer } from 'ws';
import { Fault } from '#spec/errors.ts';
import { rawAnswer } from '../hosts/raw-answer.ts';
import { webSocketWire } from './wire.ts';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.ts';
import type { Hub } from './hub.ts';
import type { Caller } from './method.ts';

export interface AttachOptions {
  /** Where the hub lives; upgrades of other paths are left to other listeners. */
  readonly path: string;
  /** Asked again for each command, so that a token that was replaced stops working. */
  authenticate(token: string | undefined): boolean;
  /** Whether the external API is switched on; it is when absent. */
  apiEnabled?(): boolean;
  allowOrigin(origin: string | undefined): boolean;
  /** Whether this address may connect at all; every one may when absent. */
  allowClient?(address: string): boolean;
  /** Told of connections that come, go and are refused; nobody is when absent. */
  readonly log?: Pick<Log, 'info'>;
}

/** Payloads may be this many times larger than a message, so that one a little too long is told why it is refused. */
const payloadFactor = 2;

/** What of a hub its connections are made with. */
export type Entrance = Pick<Hub, 'limits' | 'knows' | 'accept'>;

/** Serves the hub on the WebSocket upgrades of an HTTP server. */
export const attachHub = (server: Server, hub: Entrance, options: AttachOptions): void => {
  const maxPayload = payloadFactor * hub.limits.messageBytes;
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });

  server.on('upgrade', (request, stream, head) => {
    const url = urlOf(request);
    if (url?.pathname !== options.path) return;
    const connectionToken = url.searchParams.get('id') ?? undefined;
    const fault = refusal(request, connectionToken, hub, options);
    const address = request.socket.remoteAddress;
    if (fault) {
      options.log?.info({ address, status: fault.status, code: fault.code }, 'hub: connection refused');
      return refuse(stream, fault);
    }
    const caller = createCaller(tokenOf(request, url), options);
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

const urlOf = ({ url = '' }: IncomingMessage): URL | undefined =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined;

const refusal = (
  { headers, socket }: IncomingMessage,
  connectionToken: string | undefined,
  hub: Entrance,
  { allowClient, allowOrigin, path }: AttachOptions,
): Fault | undefined => {
  if (allowClient && !allowClient(socket.remoteAddress ?? '')) return new Fault('CLIENT_NOT_ALLOWED');
  if (!allowOrigin(headers.origin)) return new Fault('ORIGIN_FORBIDDEN');
  if (connectionToken === undefined || hub.knows(connectionToken)) return undefined;
  return new Fault(
    'ROUTE_NOT_FOUND',
    `No negotiated connection waits under this id; POST ${path}/negotiate gives a new one.`,
  );
};

/** The query serves browsers, which cannot set headers on a WebSocket. */
const tokenOf = ({ headers }: IncomingMessage, url: URL): string | undefined =>
  url.searchParams.get('access_token') ?? /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];

const createCaller = (token: string | undefined, { authenticate, apiEnabled }: AttachOptions): Caller => ({
  get authenticated() {
    return authenticate(token);
  },
  get apiEnabled() {
    return apiEnabled?.() ?? true;
  },
});

const refuse = (stream: Duplex, fault: Fault): void => {
  stream.on('error', () => {});
  stream.end(rawAnswer(fault));
};

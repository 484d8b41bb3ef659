import { type WebSocket, WebSocketServer } from 'ws';
import { createFairSocketReader, readWebSocketFairly } from '#runtime/devices/fair-socket-reader.ts';
import { refusalOf } from '../hosts/refusal.ts';
import { noHandshake, refuseUpgrade } from '../hosts/refuse-upgrade.ts';
import { targetOf } from '../hosts/request-target.ts';
import { isWebSocketAt } from '../hosts/upgrades.ts';
import { type AdmissionOptions, createCaller, knockOf, refusalOfKnock } from './admission.ts';
import { webSocketWire } from './protocol/wire.ts';
import type { Server } from 'node:http';
import type { EntranceOf } from '../hosts/entrance-of.ts';
import type { Log } from '../log.ts';
import type { Hub } from './hub.ts';
import type { Caller } from './methods/method.ts';

/** How the hub is attached to the sockets of a server. */
export interface AttachOptions extends AdmissionOptions {
  /** The way that a connection came; plain loopback when absent. */
  readonly entranceOf?: EntranceOf;
  /** Told of connections that come, go and are refused; nobody is when absent. */
  readonly log?: Pick<Log, 'info'>;
}

/** Payloads may be this many times larger than a message, so that one a little too long is told why it is refused. */
const payloadFactor = 2;

/** What of a hub its connections are made with. */
type Reception = Pick<Hub, 'limits' | 'knows' | 'accept'>;

/** Serves the hub on the WebSocket upgrades of an HTTP server. */
export const attachHub = (server: Server, hub: Reception, options: AttachOptions): void => {
  const maxPayload = payloadFactor * hub.limits.messageBytes;
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  const turns = createFairSocketReader();

  const isForHub = isWebSocketAt(options.path);

  webSockets.on('wsClientError', ({ message }, stream) => {
    const fault = noHandshake(message, 'GET /api/events/types describes how the hub is spoken to.');
    const headers = { 'Sec-WebSocket-Version': '13, 8' };
    refuseUpgrade(stream, fault, { closeMs: hub.limits.closeMs, headers });
  });

  server.on('upgrade', (request, stream, head) => {
    if (!isForHub(request)) return;
    const { headers, socket } = request;
    const address = socket.remoteAddress;
    const knock = knockOf({
      query: targetOf(request).query,
      ...{ authorization: headers.authorization, origin: headers.origin, host: headers.host },
      ...{ address: address ?? '', entrance: options.entranceOf?.(socket) },
    });
    const fault = refusalOfKnock(knock, hub, options, refusalOf(request));
    if (fault) {
      options.log?.info({ address, status: fault.status, code: fault.code }, 'hub: connection refused');
      return refuseUpgrade(stream, fault, { closeMs: hub.limits.closeMs });
    }
    const caller = createCaller(knock, options);
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      readWebSocketFairly(turns, socket, stream);
      if (options.log) noteConnection(socket, address, caller, options.log);
      hub.accept(webSocketWire(socket, stream), caller, knock.connectionToken);
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

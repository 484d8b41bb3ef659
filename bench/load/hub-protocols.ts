import { signalrProtocol } from './signalr-connection.ts';
import { openWsConnection } from './ws-connection.ts';
import { encodeFrame } from './ws-frames.ts';
import type { EventConnection, HubAddress, HubProtocol } from './event-connection.ts';

/** The first characters of a message: the engine.io type (4 means message), followed by the socket.io type. */
const packetTypes = { connected: '40', refused: '44', event: '42', acknowledgement: '43' } as const;

/** Id of the acknowledgement that a subscription waits for. There are no other acknowledgements. */
const subscriptionAckId = 0;

/** Opens a bare WebSocket and joins the main namespace of a socket.io server (protocol 5 over engine.io 4). */
const connectSocketIo = (hub: HubAddress, readBuffer: Buffer): Promise<EventConnection> =>
  new Promise((resolve, reject) => {
    let subscription: { resolve(): void; reject(error: Error): void } | undefined;
    const onMessage = (text: string) => {
      const kind = text.slice(0, 2);
      if (kind === packetTypes.connected) resolve(connection);
      else if (kind === packetTypes.refused)
        ws.fail(`socket.io refused the connection: ${text.slice(2, 300)}`);
      else if (text.startsWith(`${packetTypes.acknowledgement}${subscriptionAckId}[`))
        subscription?.resolve();
    };
    const ws = openWsConnection({
      address: hub,
      path: `${hub.path}?EIO=4&transport=websocket`,
      readBuffer,
      onOpen: () => ws.write(encodeFrame(packetTypes.connected, 'client')),
      onText: (bytes, start, end) => onMessage(bytes.toString('utf8', start, end)),
      onEnd(reason) {
        reject(new Error(reason));
        subscription?.reject(new Error(reason));
      },
    });
    const connection = Object.assign(ws, {
      subscribe: () =>
        new Promise<void>((resolveCall, rejectCall) => {
          if (ws.ended !== undefined) return rejectCall(new Error(ws.ended));
          subscription = { resolve: resolveCall, reject: rejectCall };
          ws.write(
            encodeFrame(socketIoProtocol.call('Subscribe', [['console.log']], subscriptionAckId), 'client'),
          );
        }),
    });
  });

/** The socket.io protocol, in which each event is a separate message. */
const socketIoProtocol: HubProtocol = {
  connect: connectSocketIo,
  call: (target, args, id) => `${packetTypes.event}${id ?? ''}${JSON.stringify([target, ...args])}`,
  // A pong that no ping has requested. The server accepts it as a sign that the client is alive.
  keepAliveFrame: encodeFrame('3', 'client'),
};

/**
 * Hub protocols keyed by name. They have names because one process chooses the protocol and another process uses it.
 */
export const hubProtocols = {
  signalr: signalrProtocol,
  'socket.io': socketIoProtocol,
} as const satisfies Record<string, HubProtocol>;

export type HubProtocolName = keyof typeof hubProtocols;

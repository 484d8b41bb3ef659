import { openWs } from './ws-connection.ts';
import { encodeFrame } from './ws-frames.ts';
import type { Dialect, EventConnection, HubAddress } from './event-connection.ts';

/** The first characters of a message: the engine.io type (4: message), then the socket.io type. */
const packets = { connected: '40', refused: '44', event: '42', acknowledgement: '43' } as const;

/** Number of the one acknowledgement that a subscription waits for. */
const subscription = 0;

/** A bare WebSocket that has joined the main namespace of a socket.io server (protocol 5 over engine.io 4). */
const connectSocketIo = (hub: HubAddress, readBuffer: Buffer): Promise<EventConnection> =>
  new Promise((resolve, reject) => {
    let settle: { resolve(): void; reject(error: Error): void } | undefined;
    const onMessage = (text: string) => {
      const kind = text.slice(0, 2);
      if (kind === packets.connected) resolve(connection);
      else if (kind === packets.refused) ws.fail(`socket.io refused the connection: ${text.slice(2, 300)}`);
      else if (text.startsWith(`${packets.acknowledgement}${subscription}[`)) settle?.resolve();
    };
    const ws = openWs({
      address: hub,
      path: `${hub.path}?EIO=4&transport=websocket`,
      readBuffer,
      onOpen: () => ws.write(encodeFrame(packets.connected, 'client')),
      onText: (bytes, start, end) => onMessage(bytes.toString('utf8', start, end)),
      onEnd(reason) {
        reject(new Error(reason));
        settle?.reject(new Error(reason));
      },
    });
    const connection = Object.assign(ws, {
      subscribe: () =>
        new Promise<void>((resolveCall, rejectCall) => {
          if (ws.ended !== undefined) return rejectCall(new Error(ws.ended));
          settle = { resolve: resolveCall, reject: rejectCall };
          ws.write(encodeFrame(socketIo.call('Subscribe', [['console.log']], subscription), 'client'));
        }),
    });
  });

/** socket.io as its client speaks it: each event is a message of its own. */
export const socketIo: Dialect = {
  connect: connectSocketIo,
  call: (target, args, id) => `${packets.event}${id ?? ''}${JSON.stringify([target, ...args])}`,
  // A pong that answers no ping; the server takes it for a sign of life.
  keepAlive: encodeFrame('3', 'client'),
};

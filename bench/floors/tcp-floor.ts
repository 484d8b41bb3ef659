import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { recordSeparator } from '../load/hub-connection.ts';
import { createFrameReader, encodeFrame, opcodes } from '../load/ws-frames.ts';
import { createHubFloor } from './hub-floor.ts';
import { listenOnLoopback } from './listen.ts';
import type { Socket } from 'node:net';
import type { FloorClient, HubFloorOrder } from './hub-floor.ts';

interface RawClient extends FloorClient {
  readonly socket: Socket;
}

interface TcpFloorOrder extends HubFloorOrder {
  /** Whether the events of all triggers that one read brings share a frame; otherwise only those of one trigger do. */
  readonly joined?: boolean;
}

/**
 * Node's raw TCP: a trigger becomes one prebuilt frame, written to every socket in a plain loop. The upgrade
 * is made by hand, so that the same load generator can connect; nothing else of a WebSocket server runs.
 */
export const createTcpFloor = () => ({
  listen: async ({ joined = false, ...order }: TcpFloorOrder): Promise<{ port: number }> => {
    let pending = '';
    let receivers: readonly RawClient[] = [];
    const flush = () => {
      if (pending === '') return;
      const frame = encodeFrame(pending, 'server');
      pending = '';
      for (const { socket } of receivers) socket.write(frame);
    };
    const hub = createHubFloor<RawClient>(order, {
      publish(events, subscribers) {
        pending += events.join('');
        receivers = subscribers;
        if (!joined) flush();
      },
    });
    const server = createServer({ noDelay: true }, (socket) => serve(socket, hub, flush));
    return listenOnLoopback(server);
  },
});

/** @param onRead called when everything that a read has brought is seen to. */
const serve = (
  socket: Socket,
  hub: ReturnType<typeof createHubFloor<RawClient>>,
  onRead: () => void,
): void => {
  const client: RawClient = {
    socket,
    answer: (text) => socket.write(encodeFrame(text + recordSeparator, 'server')),
  };
  const readFrames = createFrameReader((opcode, bytes, start, end) => {
    if (opcode === opcodes.text) hub.receive(client, bytes.toString('utf8', start, end));
  });
  socket.once('data', (request: Buffer) => {
    socket.write(acceptance(request.toString('latin1')));
    socket.on('data', (chunk: Buffer) => {
      readFrames(chunk);
      onRead();
    });
  });
  socket.on('error', () => {});
  socket.once('close', () => hub.leave(client));
};

/** The 101 answer to an upgrade request (RFC 6455, 4.2.2). */
const acceptance = (request: string): string => {
  const key = /sec-websocket-key: *(\S+)/i.exec(request)?.[1] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
};

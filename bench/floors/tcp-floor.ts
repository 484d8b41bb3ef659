import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { recordSeparator } from '../load/hub-connection.ts';
import { createFrameReader, encodeFrame, opcodes } from '../load/ws-frames.ts';
import { createHubFloor } from './hub-floor.ts';
import { listenOnLoopback } from './listen.ts';
import type { Socket } from 'node:net';
import type { FloorClient } from './hub-floor.ts';

interface RawClient extends FloorClient {
  readonly socket: Socket;
}

/**
 * Node's raw TCP: a trigger becomes one prebuilt frame, written to every socket in a plain loop. The upgrade
 * is made by hand, so that the same load generator can connect; nothing else of a WebSocket server runs.
 */
export const createTcpFloor = () => ({
  listen: async ({ messageBytes }: { messageBytes: number }): Promise<{ port: number }> => {
    const hub = createHubFloor<RawClient>(messageBytes, (events, subscribers) => {
      const frame = encodeFrame(events.join(''), 'server');
      for (const { socket } of subscribers) socket.write(frame);
    });
    const server = createServer({ noDelay: true }, (socket) => serve(socket, hub));
    return listenOnLoopback(server);
  },
});

const serve = (socket: Socket, hub: ReturnType<typeof createHubFloor<RawClient>>): void => {
  const client: RawClient = {
    socket,
    answer: (text) => socket.write(encodeFrame(text + recordSeparator, 'server')),
  };
  const readFrames = createFrameReader((opcode, bytes, start, end) => {
    if (opcode === opcodes.text) hub.receive(client, bytes.toString('utf8', start, end));
  });
  socket.once('data', (request: Buffer) => {
    socket.write(acceptance(request.toString('latin1')));
    socket.on('data', readFrames);
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

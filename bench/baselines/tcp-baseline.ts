import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { recordSeparator } from '../load/signalr-connection.ts';
import { createFrameReader, encodeFrame, opcodes } from '../load/ws-frames.ts';
import { createHubBaseline } from './fan-out-baseline.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import type { Socket } from 'node:net';
import type { BaselineClient, HubBaselineOptions } from './fan-out-baseline.ts';

interface RawClient extends BaselineClient {
  readonly socket: Socket;
}

export interface TcpBaselineOptions extends HubBaselineOptions {
  /**
   * Whether all events triggered by one read share a frame. When absent, only the events of the same trigger share a
   * frame.
   */
  readonly coalesceWrites?: boolean;
}

/**
 * Creates a baseline on Node's raw TCP: each trigger becomes one prebuilt frame that a plain loop writes to every
 * socket. The baseline implements the upgrade itself, so that the same load generator can connect. No other part of a
 * WebSocket server runs.
 */
export const createTcpBaseline = () => ({
  listen: async ({ coalesceWrites = false, ...options }: TcpBaselineOptions): Promise<{ port: number }> => {
    let pending = '';
    let receivers: readonly RawClient[] = [];
    const flush = () => {
      if (pending === '') return;
      const frame = encodeFrame(pending, 'server');
      pending = '';
      for (const { socket } of receivers) socket.write(frame);
    };
    const hub = createHubBaseline<RawClient>(options, {
      publish(events, subscribers) {
        pending += events.join('');
        receivers = subscribers;
        if (!coalesceWrites) flush();
      },
    });
    const server = createServer({ noDelay: true }, (socket) => serveSocket(socket, hub, flush));
    return listenOnLoopback(server);
  },
});

/** @param onRead called after all frames in one read have been handled */
const serveSocket = (
  socket: Socket,
  hub: ReturnType<typeof createHubBaseline<RawClient>>,
  onRead: () => void,
): void => {
  const client: RawClient = {
    socket,
    respond: (text) => socket.write(encodeFrame(text + recordSeparator, 'server')),
  };
  const readFrames = createFrameReader((opcode, bytes, start, end) => {
    if (opcode === opcodes.text) hub.receive(client, bytes.toString('utf8', start, end));
  });
  socket.once('data', (request: Buffer) => {
    socket.write(createUpgradeResponse(request.toString('latin1')));
    socket.on('data', (chunk: Buffer) => {
      readFrames(chunk);
      onRead();
    });
  });
  socket.on('error', () => {});
  socket.once('close', () => hub.leave(client));
};

/** Creates the 101 response to an upgrade request (RFC 6455, section 4.2.2). */
const createUpgradeResponse = (request: string): string => {
  const key = /sec-websocket-key: *(\S+)/i.exec(request)?.[1] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
};

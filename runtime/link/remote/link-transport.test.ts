import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createWebSocketTransport, type LinkTransport } from './link-transport.ts';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

let server: WebSocketServer;
let transport: LinkTransport;
let socket: WebSocket;
let peerSocket: WebSocket;
const receivedMessages: (string | Buffer)[] = [];

beforeEach(async () => {
  receivedMessages.length = 0;
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (accepted: WebSocket, request: IncomingMessage) => {
    socket = accepted;
    transport = createWebSocketTransport(accepted, request.socket);
    transport.listen({ onMessage() {}, onActivity() {}, onDrain() {}, onClose() {} });
  });
  peerSocket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  peerSocket.on('message', (data: Buffer, isBinary) =>
    receivedMessages.push(isBinary ? data : data.toString()),
  );
  await once(peerSocket, 'open');
});

afterEach(() => {
  peerSocket.terminate();
  server.close();
});

test('messages that are sent in one turn arrive completely and in order, whatever their size', async () => {
  const messages = [1, 100, 70_000, 3, 300_000, 0].flatMap((length, index) => [
    `${index}${'é'.repeat(length)}`,
    Buffer.alloc(length, index),
  ]);
  for (const content of messages) transport.send(content);
  transport.close(1001, 'the end');
  const [code, reason] = await once(peerSocket, 'close');
  expect([code, String(reason)]).toEqual([1001, 'the end']);
  expect(receivedMessages).toEqual(messages);
});

test('messages are written before the connection closes, even if the process exits immediately', async () => {
  transport.send('last words');
  transport.close(1001, 'the end');
  socket.terminate();
  const [code] = await once(peerSocket, 'close');
  expect([receivedMessages, code]).toEqual([['last words'], 1001]);
});

test('buffered data is counted, and sent without waiting for more', async () => {
  transport.send('short');
  expect(transport.bufferedBytes).toBeGreaterThan(0);
  await once(peerSocket, 'message');
  expect([receivedMessages, transport.bufferedBytes]).toEqual([['short'], 0]);
});

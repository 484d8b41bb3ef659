import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { webSocketLinkWire } from './web-socket-wire.ts';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LinkWire } from './wire.ts';

let server: WebSocketServer;
let wire: LinkWire;
let socket: WebSocket;
let peer: WebSocket;
const heard: (string | Buffer)[] = [];

beforeEach(async () => {
  heard.length = 0;
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (accepted: WebSocket, request: IncomingMessage) => {
    socket = accepted;
    wire = webSocketLinkWire(accepted, request.socket);
    wire.listen({ message() {}, alive() {}, drained() {}, closed() {} });
  });
  peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  peer.on('message', (data: Buffer, isBinary) => heard.push(isBinary ? data : data.toString()));
  await once(peer, 'open');
});

afterEach(() => {
  peer.terminate();
  server.close();
});

test('what is sent in one turn comes whole and in order, whatever its size', async () => {
  const sent = [1, 100, 70_000, 3, 300_000, 0].flatMap((length, index) => [
    `${index}${'é'.repeat(length)}`,
    Buffer.alloc(length, index),
  ]);
  for (const content of sent) wire.send(content);
  wire.close(1001, 'the end');
  const [code, reason] = await once(peer, 'close');
  expect([code, String(reason)]).toEqual([1001, 'the end']);
  expect(heard).toEqual(sent);
});

test('what is sent is on its way when the wire is closed, though the process should end at once', async () => {
  wire.send('last words');
  wire.close(1001, 'the end');
  socket.terminate();
  const [code] = await once(peer, 'close');
  expect([heard, code]).toEqual([['last words'], 1001]);
});

test('what waits is seen to wait, and does not wait for more', async () => {
  wire.send('short');
  expect(wire.waiting).toBeGreaterThan(0);
  await once(peer, 'message');
  expect([heard, wire.waiting]).toEqual([['short'], 0]);
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestService, type TestService } from '../testing.ts';
import { createDrain } from './drain.ts';
import { createInOrder } from './in-order.ts';
import { createNodeServer } from './node.ts';
import { isWebSocketAt } from './upgrades.ts';

let test: TestService;
let server: Server;
let socket: Socket;
let heard: string;
/** The server's end of the connection. */
let accepted: Promise<[Socket]>;
/** Upgrade requests that somebody takes. */
let taken: string[];

beforeEach(async () => {
  test = await createTestService();
  taken = [];
  const isTaken = isWebSocketAt('/hub');
  server = createNodeServer(test.service, { takesUpgrade: isTaken });
  createDrain(server, createInOrder());
  server.on('upgrade', (request, stream) => {
    if (!isTaken(request)) return;
    taken.push(request.url!);
    stream.end('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  accepted = once(server, 'connection') as Promise<[Socket]>;
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
});

afterEach(async () => {
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(test.failures).toEqual([]);
  await test.dispose();
});

/** What the server has said when a fragment has come so often. */
const hears = async (fragment: string, times = 1): Promise<string> => {
  while (heard.split(fragment).length <= times) await once(socket, 'data');
  return heard;
};

/** A request as clients send it that would rather speak HTTP/2, such as curl --http2 and the one of Java. */
const asking = (line: string, body = '', ...headers: string[]): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    `X-API-Key: ${test.token}`,
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n');

describe('an upgrade that nobody takes is ignored', () => {
  it('in reads, as many as come over one connection, which leave nothing behind', async () => {
    const [stream] = await accepted;
    const listeners = () => stream.eventNames().flatMap((name) => stream.listeners(name)).length;
    let before = 0;
    for (let times = 1; times <= 30; times += 1) {
      socket.write(asking('GET /api/health'));
      expect(await hears('"status":"ok"', times)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      if (times === 2) before = listeners();
    }
    expect(listeners()).toBe(before);
    socket.write(asking('GET /openapi.json').replace('Upgrade: h2c\r\n', ''));
    expect(await hears('"openapi":"3.0.1"')).not.toMatch(/ [45]\d\d /);
  });

  it('in the request of a page', async () => {
    socket.write(asking('GET /llms', '', 'Accept: text/html'));
    expect(await hears('</html>')).toContain('HTTP/1.1 200 OK');
  });

  it('in a change, whose body is read, in one piece or several', async () => {
    const whole = asking('POST /api/variables', '{"name":"a","type":"Integer","value":1,"scope":"global"}');
    socket.write(whole);
    await hears('"name":"a"');
    const parts = whole.replace('"a"', '"b"');
    const cut = parts.length - 20;
    socket.write(parts.slice(0, cut));
    // The head has been read before the rest of the body is there.
    await once(server, 'request');
    socket.write(parts.slice(cut));
    await hears('"name":"b"');
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201']);
  });

  it('in a change whose body comes in chunks', async () => {
    const body = '{"name":"a","type":"Integer","value":1,"scope":"global"}';
    socket.write(
      asking('POST /api/variables', '', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
    );
    for (const part of [body.slice(0, 7), body.slice(7)]) {
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    socket.write('0\r\n\r\n');
    expect(await hears('"name":"a"')).toContain('HTTP/1.1 201');
  });

  it('to a WebSocket at another path', async () => {
    socket.write(asking('GET /nothing').replace('h2c', 'websocket'));
    expect(await hears('ROUTE_NOT_FOUND')).toMatch(/^HTTP\/1\.1 404/);
  });

  it('of the path that speaks WebSocket, to something else', async () => {
    socket.write(asking('GET /hub'));
    expect(await hears('ROUTE_NOT_FOUND')).toMatch(/^HTTP\/1\.1 404/);
    expect(taken).toEqual([]);
  });

  it('by the rules for every request: without the token it is refused', async () => {
    socket.write(asking('GET /api/types').replace(test.token, 'wrong'));
    expect(await hears('UNAUTHORIZED')).toMatch(/^HTTP\/1\.1 401/);
  });
});

it('an upgrade that is taken is left to who takes it, in whatever spelling', async () => {
  socket.write(asking('GET //%68ub').replace('h2c', 'WebSocket'));
  expect(await hears('hello')).toMatch(/^HTTP\/1\.1 101/);
  expect(taken).toEqual(['//%68ub']);
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestService, type TestService } from '../testing-service.ts';
import { createGracefulShutdown } from '../network-server.ts';
import { createRequestQueue } from './request-queue.ts';
import { createNodeServer } from './node-host.ts';
import { createWebSocketMatcher } from './upgrade-requests.ts';

let test: TestService;
let server: Server;
let socket: Socket;
let receivedText: string;
/** The server's side of the connection. */
let serverSocket: Promise<[Socket]>;
/** The upgrade requests that were accepted. */
let acceptedUpgrades: string[];

beforeEach(async () => {
  test = await createTestService();
  acceptedUpgrades = [];
  const isTaken = createWebSocketMatcher('/hub');
  server = createNodeServer(test.service, { acceptsUpgrade: isTaken });
  createGracefulShutdown(server, createRequestQueue());
  server.on('upgrade', (request, stream) => {
    if (!isTaken(request)) return;
    acceptedUpgrades.push(request.url!);
    stream.end('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  serverSocket = once(server, 'connection') as Promise<[Socket]>;
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  receivedText = '';
  socket.on('data', (chunk) => {
    receivedText += chunk.toString();
  });
});

afterEach(async () => {
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(test.failures).toEqual([]);
  await test.dispose();
});

/** Waits until the server has sent this fragment the given number of times, and returns everything that it has sent. */
const waitForFragment = async (fragment: string, times = 1): Promise<string> => {
  while (receivedText.split(fragment).length <= times) await once(socket, 'data');
  return receivedText;
};

/** Formats a request from a client that offers HTTP/2, such as curl --http2 or Java's HTTP client. */
const formatUpgradeRequest = (line: string, body = '', ...headers: string[]): string =>
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

describe('an upgrade that nobody accepts is ignored', () => {
  it('in any number of reads on one connection, which leave nothing behind', async () => {
    const [stream] = await serverSocket;
    const listeners = () => stream.eventNames().flatMap((name) => stream.listeners(name)).length;
    let before = 0;
    for (let times = 1; times <= 30; times += 1) {
      socket.write(formatUpgradeRequest('GET /api/health'));
      expect(await waitForFragment('"status":"ok"', times)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      if (times === 2) before = listeners();
    }
    expect(listeners()).toBe(before);
    socket.write(formatUpgradeRequest('GET /openapi.json').replace('Upgrade: h2c\r\n', ''));
    expect(await waitForFragment('"openapi":"3.0.1"')).not.toMatch(/ [45]\d\d /);
  });

  it('in the request of a page', async () => {
    socket.write(formatUpgradeRequest('GET /llms', '', 'Accept: text/html'));
    expect(await waitForFragment('</html>')).toContain('HTTP/1.1 200 OK');
  });

  it('in a change, whose body is read in one piece or several', async () => {
    const complete = formatUpgradeRequest(
      'POST /api/variables',
      '{"name":"a","type":"Integer","value":1,"scope":"global"}',
    );
    socket.write(complete);
    await waitForFragment('"name":"a"');
    const split = complete.replace('"a"', '"b"');
    const splitAt = split.length - 20;
    socket.write(split.slice(0, splitAt));
    // Waits until the headers are parsed before sending the rest of the body.
    await once(server, 'request');
    socket.write(split.slice(splitAt));
    await waitForFragment('"name":"b"');
    expect(receivedText.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201']);
  });

  it('in a change with a chunked body', async () => {
    const body = '{"name":"a","type":"Integer","value":1,"scope":"global"}';
    socket.write(
      formatUpgradeRequest(
        'POST /api/variables',
        '',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ),
    );
    for (const part of [body.slice(0, 7), body.slice(7)]) {
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    socket.write('0\r\n\r\n');
    expect(await waitForFragment('"name":"a"')).toContain('HTTP/1.1 201');
  });

  it('to a WebSocket at another path', async () => {
    socket.write(formatUpgradeRequest('GET /nothing').replace('h2c', 'websocket'));
    expect(await waitForFragment('ROUTE_NOT_FOUND')).toMatch(/^HTTP\/1\.1 404/);
  });

  it('to another protocol at the WebSocket path', async () => {
    socket.write(formatUpgradeRequest('GET /hub'));
    expect(await waitForFragment('ROUTE_NOT_FOUND')).toMatch(/^HTTP\/1\.1 404/);
    expect(acceptedUpgrades).toEqual([]);
  });

  it('under the usual rules: without the token the request is rejected', async () => {
    socket.write(formatUpgradeRequest('GET /api/types').replace(test.token, 'wrong'));
    expect(await waitForFragment('UNAUTHORIZED')).toMatch(/^HTTP\/1\.1 401/);
  });
});

it('an accepted upgrade is left to its listener, in any spelling', async () => {
  socket.write(formatUpgradeRequest('GET //%68ub').replace('h2c', 'WebSocket'));
  expect(await waitForFragment('hello')).toMatch(/^HTTP\/1\.1 101/);
  expect(acceptedUpgrades).toEqual(['//%68ub']);
});

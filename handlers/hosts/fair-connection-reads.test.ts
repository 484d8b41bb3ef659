import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { manageConnections } from './fair-connection-reads.ts';
import { createRequestQueue } from './request-queue.ts';
import { defaultHostLimits, type HostLimits } from './host-limits.ts';

let server: Server;
let clients: Socket[];
/** The number of requests and body chunks that have been received. */
let receivedCount: number;
/** The number of requests and chunks that had been received when another client was served. */
let receivedBeforeServing: number | undefined;
/**
 * The time of the clock. Each reading advances the clock by a millisecond, so that a turn ends after a few readings.
 */
let time: number;

const startServer = async (limits: Partial<HostLimits> = {}): Promise<void> => {
  const requestQueue = createRequestQueue();
  server = createServer((request, response) => {
    connections.inspectRequest(request);
    requestQueue.serve(response, () => {
      if (request.url === '/other') receivedBeforeServing = receivedCount;
      receivedCount += 1;
      request.on('data', () => {
        receivedCount += 1;
      });
      request.on('end', () => response.end(`(${request.url})`));
    });
  });
  const clock = { ...serviceScheduler, now: () => ++time };
  const connections = manageConnections(server, requestQueue, { ...defaultHostLimits, ...limits }, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

const openClient = async (): Promise<Socket> => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => {});
  await once(client, 'connect');
  return client;
};

const formatRequest = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const formatChunkedRequest = (chunkCount: number): string =>
  `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(chunkCount)}0\r\n\r\n`;

const readResponses = (client: Socket) => {
  let text = '';
  client.on('data', (chunk) => {
    text += String(chunk);
  });
  return () => text;
};

beforeEach(() => {
  [clients, receivedCount, receivedBeforeServing, time] = [[], 0, undefined, 0];
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

it.each([
  ['requests', 1_000, formatRequest('/many').repeat(1_000)],
  ['pieces of a body', 10_000, formatChunkedRequest(10_000)],
])('answers other clients while one read contains many %s', async (_, count, bytes) => {
  await startServer();
  const [busy, other] = [await openClient(), await openClient()];
  busy.resume();
  busy.write(bytes);
  other.write(formatRequest('/other'));
  await once(other, 'data');
  expect(receivedBeforeServing).toBeLessThan(count);
  await expect.poll(() => receivedCount).toBeGreaterThanOrEqual(count);
});

it('answers all of them, in order', async () => {
  await startServer();
  const client = await openClient();
  const getReceived = readResponses(client);
  const paths = Array.from({ length: 1_000 }, (_, index) => `/${index}`);
  client.write(formatRequest('/first'));
  await once(client, 'data');
  client.write(formatChunkedRequest(5_000) + paths.map(formatRequest).join(''));
  await expect.poll(getReceived).toContain('(/999)');
  expect(getReceived().match(/(?<=\()[^)]+/g)).toEqual(['/first', '/a', ...paths]);
});

it('passes everything after an upgrade to its listener', async () => {
  await startServer();
  let bytes = '';
  server.on('upgrade', (_request, socket, head: Buffer) => {
    socket.unshift(head);
    socket.on('data', (chunk) => {
      bytes += String(chunk);
    });
  });
  const client = await openClient();
  const frames = Array.from({ length: 10_000 }, (_, index) => String(index)).join();
  const upgrade = 'GET /hub HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  client.write(formatChunkedRequest(1_000) + upgrade + frames);
  await expect.poll(() => bytes.length).toBe(frames.length);
  expect(bytes).toBe(frames);
});

it('closes a connection that sends nothing, with 408', async () => {
  await startServer({ headersTimeoutMs: 20 });
  const client = await openClient();
  const getReceived = readResponses(client);
  await once(client, 'close');
  expect(getReceived()).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s);
});

it('closes a connection that its client ends without a request', async () => {
  await startServer();
  const client = await openClient();
  client.end();
  client.resume();
  await once(client, 'close');
  expect(receivedCount).toBe(0);
});

it('closes the connection that has been silent for longest when there are too many', async () => {
  await startServer({ maxConnections: 2 });
  const [first, second] = [await openClient(), await openClient()];
  const closed = once(first, 'close');
  first.resume();
  const third = await openClient();
  await closed;
  for (const client of [second, third]) {
    client.write(formatRequest('/served'));
    await once(client, 'data');
  }
  const fourth = await openClient();
  fourth.resume();
  await once(fourth, 'close');
  second.write(formatRequest('/again'));
  await once(second, 'data');
});

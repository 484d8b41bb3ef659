import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemScheduler } from '../scheduler.ts';
import { readInTurns } from './connections.ts';
import { createInOrder } from './in-order.ts';
import { defaultHostLimits, type HostLimits } from './limits.ts';

let server: Server;
let clients: Socket[];
/** Requests, and pieces of bodies, that have come. */
let came: number;
/** How many had come when another was served. */
let cameBefore: number | undefined;
/** Each look at the clock takes a millisecond of it, so that a turn has its end after a few of them. */
let time: number;

const begin = async (limits: Partial<HostLimits> = {}): Promise<void> => {
  const inOrder = createInOrder();
  server = createServer((request, response) => {
    connections.inspect(request);
    inOrder.serve(response, () => {
      if (request.url === '/other') cameBefore = came;
      came += 1;
      request.on('data', () => {
        came += 1;
      });
      request.on('end', () => response.end(`(${request.url})`));
    });
  });
  const clock = { ...systemScheduler, now: () => ++time };
  const connections = readInTurns(server, inOrder, { ...defaultHostLimits, ...limits }, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

const open = async (): Promise<Socket> => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => {});
  await once(client, 'connect');
  return client;
};

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const chunked = (pieces: number): string =>
  `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(pieces)}0\r\n\r\n`;

const heardOf = (client: Socket) => {
  let text = '';
  client.on('data', (chunk) => {
    text += String(chunk);
  });
  return () => text;
};

beforeEach(() => {
  [clients, came, cameBefore, time] = [[], 0, undefined, 0];
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

it.each([
  ['requests', 1_000, get('/many').repeat(1_000)],
  ['pieces of a body', 10_000, chunked(10_000)],
])('answers others while there are many %s in one read', async (_, count, bytes) => {
  await begin();
  const [many, other] = [await open(), await open()];
  many.resume();
  many.write(bytes);
  other.write(get('/other'));
  await once(other, 'data');
  expect(cameBefore).toBeLessThan(count);
  await expect.poll(() => came).toBeGreaterThanOrEqual(count);
});

it('answers all of them, in order', async () => {
  await begin();
  const client = await open();
  const heard = heardOf(client);
  const paths = Array.from({ length: 1_000 }, (_, index) => `/${index}`);
  client.write(get('/first'));
  await once(client, 'data');
  client.write(chunked(5_000) + paths.map(get).join(''));
  await expect.poll(heard).toContain('(/999)');
  expect(heard().match(/(?<=\()[^)]+/g)).toEqual(['/first', '/a', ...paths]);
});

it('gives all that comes behind an upgrade to whoever takes it', async () => {
  await begin();
  let bytes = '';
  server.on('upgrade', (_request, socket, head: Buffer) => {
    socket.unshift(head);
    socket.on('data', (chunk) => {
      bytes += String(chunk);
    });
  });
  const client = await open();
  const frames = Array.from({ length: 10_000 }, (_, index) => String(index)).join();
  const upgrade = 'GET /hub HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  client.write(chunked(1_000) + upgrade + frames);
  await expect.poll(() => bytes.length).toBe(frames.length);
  expect(bytes).toBe(frames);
});

it('closes a connection on which nothing comes, with 408', async () => {
  await begin({ headersMs: 20 });
  const client = await open();
  const heard = heardOf(client);
  await once(client, 'close');
  expect(heard()).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s);
});

it('closes a connection whose client ends it without having sent anything', async () => {
  await begin();
  const client = await open();
  client.end();
  client.resume();
  await once(client, 'close');
  expect(came).toBe(0);
});

it('has the connection give way that has been silent for longest, where there is room for no more', async () => {
  await begin({ connections: 2 });
  const [first, second] = [await open(), await open()];
  const closed = once(first, 'close');
  first.resume();
  const third = await open();
  await closed;
  for (const client of [second, third]) {
    client.write(get('/served'));
    await once(client, 'data');
  }
  const fourth = await open();
  fourth.resume();
  await once(fourth, 'close');
  second.write(get('/again'));
  await once(second, 'data');
});

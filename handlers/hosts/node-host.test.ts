/** Tests behavior that shows only on a socket: requests that arrive in pieces, too slowly, or incomplete. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { hubPath } from '#spec/service-address.ts';
import { createSteppedScheduler, type SteppedScheduler } from '../hub/testing-scheduler.ts';
import { createTestService, type TestService } from '../testing-service.ts';
import { createNodeServer } from './node-host.ts';

const limits = {
  maxUnfinishedBytes: 20_000,
  idleTimeoutMs: 10_000,
  maxDrainBytes: 2 << 20,
  drainTimeoutMs: 5_000,
  headersTimeoutMs: 500,
};

let service: TestService;
let scheduler: SteppedScheduler;
let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  service = await createTestService();
  scheduler = createSteppedScheduler();
  sockets = [];
  server = createNodeServer(service.service, { limits, scheduler });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.dispose();
});

/** Opens a connection that buffers the data that it receives. */
const openSocket = async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  let failure: Error | undefined;
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await once(socket, 'connect');
  return {
    socket,
    ended: closed,
    failure: () => failure,
    text: () => text,
    /** Waits until the received data contains this text. */
    expectText: (part: string) => expect.poll(() => text, { timeout: 10_000, interval: 5 }).toContain(part),
  };
};

const formatHead = (line: string, headers: Record<string, string | number> = {}): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers }).map((header) =>
      header.join(': '),
    ),
    '',
    '',
  ].join('\r\n');

const getToken = () => ({ 'X-API-Key': service.token });
/** Returns the request line of a request that writes a variable. */
const formatWriteRequest = async (): Promise<string> => {
  const { port } = server.address() as AddressInfo;
  const headers = { 'Content-Type': 'application/json', Connection: 'close', ...getToken() };
  const body = '{"name":"v","type":"String"}';
  const created = await fetch(`http://127.0.0.1:${port}/api/variables`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  return `PUT /api/variables/${id}/value`;
};

describe('a request whose body has not arrived yet', () => {
  it.each([
    ['the token is missing', 'POST /api/graphs', {}, 401],
    ['the token is wrong', 'POST /api/graphs', { 'X-API-Key': 'wrong' }, 401],
    ['the origin is foreign', 'POST /api/graphs', { Origin: 'https://example.com' }, 403],
    ['the host is foreign', 'POST /api/graphs', { Host: 'example.com' }, 403],
  ])('is answered from its headers when %s', async (_why, line, headers, status) => {
    const client = await openSocket();
    client.socket.write(formatHead(line, { 'Content-Length': 1_000, ...headers }));
    await client.expectText('"error"');
    expect(client.text()).toContain(`HTTP/1.1 ${status}`);
  });

  it.each([
    ['there is no such route', 'POST /api/nothing', 5 << 20, 404, 'ROUTE_NOT_FOUND'],
    ['the route has other methods', 'PUT /api/batch', 5 << 20, 405, 'METHOD_NOT_ALLOWED'],
    ['it would be too large', 'POST /api/graphs', 5 << 20, 413, 'larger than 4194304 bytes'],
    ['there is no room for it', 'POST /api/graphs', 1 << 20, 413, '"retryAfter":1'],
  ])('is answered from its headers when %s', async (_why, line, length, status, part) => {
    const client = await openSocket();
    client.socket.write(formatHead(line, { 'Content-Length': length, ...getToken() }));
    await client.expectText(part);
    expect(client.text()).toContain(`HTTP/1.1 ${status}`);
  });

  it('is answered at once when an unauthenticated caller sends it to an operation without a body', async () => {
    const client = await openSocket();
    client.socket.write(formatHead('GET /api/health', { 'Content-Length': 1_000 }));
    await client.expectText('"status":"ok"');
  });

  it('leaves the connection to the next request when the rest of it is short', async () => {
    const client = await openSocket();
    client.socket.write(formatHead('POST /api/graphs', { 'Content-Length': 10 }));
    await client.expectText('UNAUTHORIZED');
    client.socket.write(`0123456789${formatHead('GET /api/health')}`);
    await client.expectText('"status":"ok"');
    expect(client.text()).not.toContain('Connection: close');
  });

  it('is closed without Connection headers that the response did not set', async () => {
    const client = await openSocket();
    client.socket.write(formatHead(`POST ${hubPath}`, { 'Content-Length': 5 << 20 }));
    await client.expectText('UPGRADE_REQUIRED');
    expect(client.text().match(/^Connection: .*$/gm)).toEqual(['Connection: close']);
  });

  it('gets nothing more when it breaks off after its response', async () => {
    const client = await openSocket();
    client.socket.write(formatHead('POST /api/graphs', { 'Content-Length': 5 << 20, ...getToken() }));
    await client.expectText('"error"');
    client.socket.end('x');
    await client.ended;
    expect(client.text().match(/HTTP\/1\.1 .*/g)).toEqual(['HTTP/1.1 413 Payload Too Large']);
  });

  it('is answered while the client keeps sending, and then closed', async () => {
    const client = await openSocket();
    client.socket.write(formatHead('POST /api/graphs', { 'Content-Length': 1 << 20 }));
    await client.expectText('UNAUTHORIZED');
    expect(client.text()).toContain('Connection: close');
    client.socket.write('x'.repeat(1 << 20));
    await client.ended;
    expect(client.failure()).toBeUndefined();
  });

  it.each([
    ['the rest is too large', (socket: Socket) => void socket.write('x'.repeat(3 << 20))],
    ['the rest arrives too late', () => scheduler.advance(limits.drainTimeoutMs)],
  ])('is closed when %s', async (_why, act) => {
    const client = await openSocket();
    client.socket.write(formatHead('POST /api/graphs', { 'Content-Length': 100 << 20 }));
    await client.expectText('UNAUTHORIZED');
    act(client.socket);
    await client.ended;
  });

  it('gets 100 Continue only when it is not rejected', async () => {
    const rejected = await openSocket();
    rejected.socket.write(formatHead('POST /api/graphs', { 'Content-Length': 2, Expect: '100-continue' }));
    await rejected.expectText('UNAUTHORIZED');
    expect(rejected.text()).not.toContain('100 Continue');
    const accepted = await openSocket();
    accepted.socket.write(
      formatHead('POST /api/graphs', { 'Content-Length': 2, Expect: '100-continue', ...getToken() }),
    );
    await accepted.expectText('100 Continue');
    accepted.socket.write('{}');
    await accepted.expectText('201 Created');
  });
});

describe('a body', () => {
  it('that arrives byte by byte is read intact, even with characters cut in half', async () => {
    const line = await formatWriteRequest();
    const bytes = Buffer.from(JSON.stringify({ value: `é👋${'x'.repeat(5_000)}` }));
    const client = await openSocket();
    client.socket.write(formatHead(line, { 'Transfer-Encoding': 'chunked', ...getToken() }));
    for (const byte of bytes) {
      client.socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
    }
    client.socket.write('0\r\n\r\n');
    await client.expectText('"value":"é👋xxx');
    expect(service.failures).toEqual([]);
  });

  it('for which others leave no memory is rejected for now, and accepted when they are done', async () => {
    const line = await formatWriteRequest();
    const halfOpen = await openSocket();
    halfOpen.socket.write(formatHead(line, { 'Content-Length': 15_012, ...getToken() }));
    halfOpen.socket.write(`{"value":"${'x'.repeat(14_000)}`);
    const other = await openSocket();
    const body = `{"value":"${'y'.repeat(15_000)}"}`;
    const send = () => {
      other.socket.write(formatHead(line, { 'Transfer-Encoding': 'chunked', ...getToken() }));
      other.socket.write(`${body.length.toString(16)}\r\n${body}\r\n`);
    };
    await expect.poll(() => scheduler.pendingTimers).toBe(1);
    send();
    await other.expectText('PAYLOAD_TOO_LARGE');
    expect(other.text()).toMatch(/413.*Retry-After: 1.*Connection: close/s);
    halfOpen.socket.write(`${'x'.repeat(1_000)}"}`);
    await halfOpen.expectText('200 OK');
    const next = await openSocket();
    next.socket.write(formatHead(line, { 'Content-Length': body.length, ...getToken() }) + body);
    await next.expectText('200 OK');
  });

  it('that grows over its limit is rejected', async () => {
    const client = await openSocket();
    client.socket.write(
      formatHead(await formatWriteRequest(), { 'Transfer-Encoding': 'chunked', ...getToken() }),
    );
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    client.socket.write(chunk);
    client.socket.write(chunk);
    await client.expectText('PAYLOAD_TOO_LARGE');
  });

  it('that breaks off leaves its memory to others', async () => {
    const line = await formatWriteRequest();
    for (let round = 0; round < 3; round += 1) {
      const client = await openSocket();
      client.socket.write(formatHead(line, { 'Content-Length': 18_000, ...getToken() }));
      client.socket.write('x'.repeat(15_000));
      await expect.poll(() => scheduler.pendingTimers).toBe(1);
      client.socket.destroy();
      await client.ended;
      await expect
        .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
        .toBe(0);
    }
    const client = await openSocket();
    const body = `{"value":"${'y'.repeat(15_000)}"}`;
    client.socket.write(formatHead(line, { 'Content-Length': body.length, ...getToken() }) + body);
    await client.expectText('200 OK');
  });

  it('that stalls is given up with 408', async () => {
    const client = await openSocket();
    client.socket.write(formatHead(await formatWriteRequest(), { 'Content-Length': 100, ...getToken() }));
    client.socket.write('{"value"');
    await expect.poll(() => scheduler.pendingTimers).toBe(1);
    scheduler.advance(2 * limits.idleTimeoutMs);
    await client.expectText('REQUEST_TIMEOUT');
    expect(client.text()).toMatch(/arrived for \d{1,3} s/);
    expect(client.text()).toMatch(/408.*Connection: close/s);
    scheduler.advance(limits.drainTimeoutMs);
    await client.ended;
  });
});

describe('input that is not a valid request', () => {
  test.each([
    ['is not HTTP', 'nonsense\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'has too many headers',
      formatHead('GET /api/health', { X: 'x'.repeat(20_000) }),
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['does not end', 'GET /api/health HTTP/1.1\r\n', 408, 'REQUEST_TIMEOUT'],
  ])('that %s is answered with the error envelope', async (_why, text, status, code) => {
    const client = await openSocket();
    client.socket.write(text);
    await client.expectText('"error"');
    expect(client.text()).toContain(`HTTP/1.1 ${status}`);
    const { error } = JSON.parse(client.text().split('\r\n\r\n')[1]!);
    expect(error).toMatchObject({ code, message: expect.any(String) });
    scheduler.advance(limits.drainTimeoutMs);
    await client.ended;
  });
});

describe('a request that the service can not serve', () => {
  const withoutHost = (line: string) => `${line} HTTP/1.1\r\n\r\n`;
  const withHosts = (...hosts: string[]) =>
    `GET /api/health HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`;
  test.each([
    ['has no Host', withoutHost('GET /api/health'), 400, 'INVALID_REQUEST'],
    ['is for a page and has no Host', withoutHost('GET /llms'), 400, 'INVALID_REQUEST'],
    ['has two Hosts', withHosts('localhost', 'localhost'), 400, 'INVALID_REQUEST'],
    ['has a Host with an invalid port', withHosts('localhost:99999999'), 400, 'INVALID_REQUEST'],
    ['has a Host whose port is not a number', withHosts('localhost:http'), 400, 'INVALID_REQUEST'],
    ['has an invalid Host', withHosts('local host'), 400, 'INVALID_REQUEST'],
    [
      'has an unknown expectation',
      formatHead('GET /api/health', { Expect: 'miracles' }),
      417,
      'EXPECTATION_FAILED',
    ],
    ['asks for a tunnel', formatHead('CONNECT example.com:443'), 405, 'METHOD_NOT_ALLOWED'],
  ])('because it %s is rejected with the error envelope', async (_why, text, status, code) => {
    const client = await openSocket();
    client.socket.write(text);
    await client.expectText('"error"');
    expect(client.text()).toContain(`HTTP/1.1 ${status}`);
    const { error } = JSON.parse(client.text().split('\r\n\r\n')[1] ?? '');
    expect(error).toMatchObject({ code, message: expect.any(String) });
  });

  it('leaves nothing behind: its body is not read', async () => {
    const client = await openSocket();
    client.socket.write(
      formatHead('POST /api/graphs', { Expect: 'miracles', 'Content-Length': 9, ...getToken() }),
    );
    await client.expectText('EXPECTATION_FAILED');
    expect(client.text()).toMatch(/^HTTP\/1\.1 417.*Connection: close/s);
  });

  it('needs no Host with HTTP/1.0', async () => {
    const client = await openSocket();
    client.socket.write('GET /api/health HTTP/1.0\r\n\r\n');
    await client.expectText('"status":"ok"');
  });

  it('gets the supported methods when it asks for a tunnel, and its connection ends', async () => {
    const client = await openSocket();
    client.socket.write(formatHead('CONNECT example.com:443'));
    await client.ended;
    expect(client.text()).toContain('Allow: GET, POST, PUT, DELETE');
  });
});

describe('pipelined requests on one connection', () => {
  const edit = (line: string, body: object): string => {
    const text = JSON.stringify(body);
    return `${formatHead(line, { ...getToken(), 'Content-Length': text.length })}${text}`;
  };

  it('are answered as if each had arrived after the previous response', async () => {
    const line = await formatWriteRequest();
    const read = formatHead(line.replace('PUT', 'GET').replace('/value', ''), getToken());
    const client = await openSocket();
    const times = Array.from({ length: 500 }, (_, time) => `written ${time}`);
    client.socket.write(times.map((value) => edit(line, { value }) + read).join(''));
    await expect
      .poll(() => client.text().match(/HTTP\/1\.1 200/g)?.length, { timeout: 10_000 })
      .toBe(2 * times.length);
    const values = [...client.text().matchAll(/"value":"([^"]*)"/g)].map(([, value]) => value);
    expect(values.filter((value, position) => value !== values[position - 1])).toEqual(times);
  });

  it('are not run after a response that ends the connection', async () => {
    const variable = (await formatWriteRequest()).replace('PUT ', '').replace('/value', '');
    const client = await openSocket();
    const rejected = formatHead('POST /api/graphs', {
      Expect: 'miracles',
      'Content-Length': 9,
      ...getToken(),
    });
    client.socket.write(`${rejected}123456789${formatHead(`DELETE ${variable}`, getToken())}`);
    await client.ended;
    expect(client.text().match(/HTTP\/1\.1 .*/g)).toEqual(['HTTP/1.1 417 Expectation Failed']);
    const { port } = server.address() as AddressInfo;
    const followUp = await fetch(`http://127.0.0.1:${port}${variable}`, { headers: getToken() });
    expect(followUp.status).toBe(200);
  });

  it('are all answered to a client that ends its side after them', async () => {
    const client = await openSocket();
    const names = Array.from({ length: 200 }, (_, position) => `graph ${position}`);
    client.socket.end(names.map((name) => edit('POST /api/graphs', { name })).join(''));
    await client.ended;
    expect([...client.text().matchAll(/"name":"(graph \d+)"/g)].map(([, name]) => name)).toEqual(names);
  });
});

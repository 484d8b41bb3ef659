import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRequestLog, type Log, toPrintablePath } from './log.ts';
import { createTestService, type TestService } from './testing-service.ts';
import { createNodeServer } from './hosts/node-host.ts';
import type { Server } from 'node:http';

const levels = ['debug', 'info', 'warn'] as const;
type Level = (typeof levels)[number];

/** Creates a log that collects its lines at this level and above. */
const createLog = (level: Level) => {
  const lines: Record<string, unknown>[] = [];
  const createLogMethod = (ownLevel: Level) => (details: object, message: string) => {
    if (levels.indexOf(ownLevel) >= levels.indexOf(level)) lines.push({ message, ...details });
  };
  const log: Log = {
    debug: createLogMethod('debug'),
    info: createLogMethod('info'),
    warn: createLogMethod('warn'),
    error: createLogMethod('warn'),
    isLevelEnabled: (requested) => levels.indexOf(requested) >= levels.indexOf(level),
  };
  return { log, lines };
};

let test: TestService;
let server: Server;

const startServer = async (level: Level) => {
  const { log, lines } = createLog(level);
  let time = 0;
  const clock = () => {
    time += 1.234;
    return time;
  };
  server = createNodeServer(test.service, { log: createRequestLog(log, clock) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const line = async (path: string, init: RequestInit = {}) => {
    const before = lines.length;
    await (await fetch(`http://127.0.0.1:${port}${path}`, init)).text();
    await expect.poll(() => lines.length, { interval: 5 }).toBe(before + 1);
    return lines.at(-1);
  };
  return { lines, line, port };
};

beforeEach(async () => {
  test = await createTestService();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await test.dispose();
});

describe('a request', () => {
  it('is a line at info: method, path, status and milliseconds', async () => {
    const { line } = await startServer('info');
    const list = { message: 'request', method: 'GET', path: '/api/node-types/search', status: 200, ms: 1.23 };
    const headers = { 'X-API-Key': test.token };
    expect(await line('/api/node-types/search?q=secret', { headers })).toEqual(list);
    expect(await line('/llms')).toMatchObject({ method: 'GET', path: '/llms', status: 200 });
    expect(await line('/api/graphs', { method: 'POST' })).toMatchObject({ method: 'POST', status: 401 });
  });

  it('has its details at debug', async () => {
    const { line } = await startServer('debug');
    const headers = { 'X-API-Key': test.token, 'Content-Type': 'application/json' };
    const created = await line('/api/graphs', { method: 'POST', headers, body: '{"name":"a"}' });
    expect(created).toMatchObject({ status: 201, address: '127.0.0.1', received: 12 });
    expect(created?.sent).toBeGreaterThan(100);
    expect(await line('/api/graphs/none', { headers })).toMatchObject({
      status: 404,
      code: 'GRAPH_NOT_FOUND',
    });
    expect(JSON.stringify([created])).not.toContain(test.token);
    expect(created).not.toHaveProperty('ignored');
  });

  it('lists ignored fields among them', async () => {
    await test.dispose();
    test = await createTestService({ strict: false });
    const { line } = await startServer('debug');
    const headers = { 'X-API-Key': test.token, 'Content-Type': 'application/json' };
    const mistyped = { method: 'POST', headers, body: '{"nmae":"a"}' };
    expect(await line('/api/graphs', mistyped)).toMatchObject({ status: 201, ignored: 'body.nmae' });
  });

  it('is not logged at the default level', () => {
    expect(createRequestLog(createLog('warn').log)).toBeUndefined();
  });

  it('is logged too when its client disconnected', async () => {
    const { lines, port } = await startServer('info');
    const socket = connect(port, '127.0.0.1');
    const head = `POST /api/graphs HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${test.token}\r\n`;
    socket.write(`${head}Content-Length: 10\r\n\r\n{`);
    await once(socket, 'connect');
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
      .toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => lines).toMatchObject([{ path: '/api/graphs', status: 'gone' }]);
  });
});

it('is escaped so that a path can not fake a log line or a terminal command', () => {
  expect(toPrintablePath('/api/graphs/%41-b?')).toBe('/api/graphs/%41-b?');
  expect(toPrintablePath('/a\r\n{"level":50}\x1b[2J\x9b31m\u2028👋')).toBe(
    '/a%d%a{"level":50}%1b[2J%9b31m%2028%d83d%dc4b',
  );
  expect(toPrintablePath('x'.repeat(10_000))).toHaveLength(2_000);
});

import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listenOnLoopback } from '../floors/listen.ts';
import { createHttpProbe } from './http-probe.ts';
import type { RequestListener, Server } from 'node:http';

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());
afterEach(() => server?.close());

const probe = async (answer: RequestListener) => {
  server = createServer(answer);
  const { port } = await listenOnLoopback(server);
  const address = { host: '127.0.0.1', port };
  return createHttpProbe().run({ address, request: { method: 'GET', path: '/' }, everyMs: 5, ms: 100 });
};

test('a stall weighs on every request that was due while it lasted', async () => {
  let asked = 0;
  const { p50Ms, longestMs } = await probe((_, response) => {
    asked += 1;
    if (asked > 1) response.end('{}');
    else setTimeout(() => response.end('{}'), 120);
  });
  expect(longestMs).toBeGreaterThan(100);
  expect(p50Ms).toBeGreaterThan(50);
});

test('an answer that is not 200 is no measurement', async () => {
  await expect(probe((_, response) => response.writeHead(503).end('busy'))).rejects.toThrow('503 busy');
});

import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listenOnLoopback } from '../baselines/listen-on-loopback.ts';
import { createHttpProbe } from './http-probe.ts';
import type { RequestListener, Server } from 'node:http';

let httpServer: Server | undefined;
afterEach(() => httpServer?.closeAllConnections());
afterEach(() => httpServer?.close());

const runProbe = async (respond: RequestListener) => {
  httpServer = createServer(respond);
  const { port } = await listenOnLoopback(httpServer);
  const address = { host: '127.0.0.1', port };
  return createHttpProbe().run({ address, request: { method: 'GET', path: '/' }, intervalMs: 5, ms: 100 });
};

test('a stall delays every request that was due during it', async () => {
  let requestCount = 0;
  const { p50Ms, longestMs } = await runProbe((_, response) => {
    requestCount += 1;
    if (requestCount > 1) response.end('{}');
    else setTimeout(() => response.end('{}'), 120);
  });
  expect(longestMs).toBeGreaterThan(100);
  expect(p50Ms).toBeGreaterThan(50);
});

test('fails on a response other than 200', async () => {
  await expect(runProbe((_, response) => response.writeHead(503).end('busy'))).rejects.toThrow('503 busy');
});

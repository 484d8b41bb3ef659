import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestService, type TestService } from '../testing-service.ts';
import { createNodeServer } from './node-host.ts';

let test: TestService;
let server: Server;

beforeAll(async () => {
  test = await createTestService({ runtime: 'none' });
  server = createNodeServer(test.service);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.dispose();
});

const sendRequest = async (method: string, path: string, coding?: string) => {
  const { port } = server.address() as AddressInfo;
  const headers = coding === undefined ? {} : { 'Accept-Encoding': coding };
  const clientRequest = request({ host: '127.0.0.1', port, method, path, headers });
  clientRequest.end();
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { ...response.headers, body: Buffer.concat(chunks) };
};

it.each(['/openapi.json', '/api/actions/schema', '/api/schemas/layer1'])(
  'sends %s uncompressed, or with gzip to clients that accept it',
  async (path) => {
    const uncompressed = await sendRequest('GET', path);
    const compressed = await sendRequest('GET', path, 'br, gzip');
    expect(uncompressed['content-encoding']).toBeUndefined();
    expect([uncompressed.vary, compressed.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(compressed['content-encoding']).toBe('gzip');
    expect(compressed.body.length).toBeLessThan(uncompressed.body.length / 4);
    expect(gunzipSync(compressed.body).equals(uncompressed.body)).toBe(true);
    const head = await sendRequest('HEAD', path, 'gzip');
    expect([head['content-length'], head.body.length]).toEqual([String(compressed.body.length), 0]);
    expect((await sendRequest('GET', path, 'gzip;q=0'))['content-encoding']).toBeUndefined();
  },
);

it('compresses each of them once', async () => {
  await sendRequest('GET', '/openapi.json');
  const stringify = vi.spyOn(JSON, 'stringify');
  for (let round = 0; round < 3; round += 1) await sendRequest('GET', '/openapi.json');
  expect(stringify.mock.calls.length).toBe(0);
  stringify.mockRestore();
});

it('does not compress bodies that differ between callers', async () => {
  const health = await sendRequest('GET', '/api/health', 'gzip');
  expect([health['content-encoding'], health.vary]).toEqual([undefined, undefined]);
});

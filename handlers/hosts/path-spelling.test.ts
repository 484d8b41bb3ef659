import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, createTestService, testHosts } from '../testing-service.ts';
import { createNodeServer } from './node-host.ts';
import type { AddressInfo } from 'node:net';
import type { TestClient, TestHost, TestService } from '../testing-service.ts';

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

let test: TestService;
let host: TestHost;
let call: TestClient;

const createTestHost = async (
  open: (service: TestService['service']) => Promise<TestHost>,
): Promise<void> => {
  test = await createTestService();
  host = await open(test.service);
  call = createTestClient(host, test.token);
};

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await host.close();
  await test.dispose();
});

describe.each(Object.entries(testHosts))('%s', (_, open) => {
  beforeEach(() => createTestHost(open));

  it.each(['/%61pi/types', '/api/%74%79pes', '//api//types', '/api///types', '/%61%70%69//type%73'])(
    '%s is /api/types: served with the token, and rejected without',
    async (path) => {
      expect((await call<{ PortTypes: unknown }>('GET', path)).body.PortTypes).toBeInstanceOf(Array);
      expect((await host.fetch(path)).status).toBe(401);
    },
  );

  it('a page is found in any spelling', async () => {
    expect((await host.fetch('//llms%2Etxt')).status).toBe(200);
  });

  it('an encoded slash belongs to the name that contains it', async () => {
    const { status, body } = await call<ErrorBody>('GET', '/api/errors/A%2FB%2541');
    expect([status, body.error.code]).toEqual([404, 'ERROR_CODE_NOT_FOUND']);
    expect(body.error.message).toContain('A/B%41');
    expect((await call('GET', '/api%2Ftypes')).status).toBe(404);
  });

  it.each(['/api/%62atch', '/api//batch', '/api/./batch', '/api/graphs/%2e%2e/batch', '/api/%42atch/'])(
    'a batch rejects a nested batch, spelt %s',
    async (path) => {
      const inner = { operations: [{ method: 'POST', path: '/api/graphs', body: {} }] };
      const operations = [{ method: 'POST', path, body: inner }];
      const { status, body } = await call<ErrorBody>('POST', '/api/batch', { operations });
      expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(body.error.message).toContain('a batch cannot hold another batch');
      expect(test.service.controller.store.graphs.size).toBe(0);
    },
  );

  it.each(['//api/types', '/%61pi/types', '/api/../openapi.json', '/api/%2e%2e/llms.txt'])(
    'an operation of a batch must have a path under /api/: not %s',
    async (path) => {
      const { status, body } = await call<ErrorBody>('POST', '/api/batch', {
        operations: [{ method: 'GET', path }],
      });
      expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(body.error.message).toContain('expected a path under /api/');
    },
  );

  it('the other operations of a batch are found in any spelling', async () => {
    const { body } = await call<{ results: { status: number }[] }>('POST', '/api/batch', {
      operations: [{ method: 'GET', path: '/api//%74ypes' }],
    });
    expect(body.results.map(({ status }) => status)).toEqual([200]);
  });
});

it.each([
  '/api/./types',
  '/api/%2e/types',
  '/llms/../api/types',
  '/llms/%2E%2e/%61pi/types',
  'http://localhost/api/types',
])('%s, which clients would normalize, is /api/types when sent as it is', async (path) => {
  await createTestHost(testHosts['Fetch host']!);
  const server = createNodeServer(test.service).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const getStatus = async (headers: Record<string, string>): Promise<number> => {
    const sent = request({ port, path, headers }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  };
  expect(await getStatus({ 'X-API-Key': test.token })).toBe(200);
  expect(await getStatus({})).toBe(401);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

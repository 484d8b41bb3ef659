import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTestClient,
  createTestService,
  hosts,
  type TestClient,
  type TestHost,
  type TestService,
} from './testing.ts';

let tested: TestService;
let host: TestHost;
let call: TestClient;
const told: string[] = [];

beforeEach(async () => {
  tested = await createTestService();
  host = await hosts['Fetch host']!(tested.service);
  call = createTestClient(host, tested.token);
  told.length = 0;
  tested.service.bus.subscribe((batch) => told.push(...batch.map(({ type }) => type)));
});

afterEach(async () => {
  expect(tested.failures).toEqual([]);
  await host.close();
  await tested.dispose();
});

const isConnected = async (): Promise<boolean> =>
  (await call<{ runtimeConnected: boolean }>('GET', '/api/health')).body.runtimeConnected;

const runningGraph = async (): Promise<string> => {
  const { id } = (await call<{ id: string }>('POST', '/api/graphs', {})).body;
  for (const verb of ['sync', 'run']) await call('POST', `/api/graphs/${id}/${verb}`);
  tested.runtime!.step();
  return id;
};

test('a runtime that goes and comes is told of, and missed only by what needs it', async () => {
  const id = await runningGraph();
  told.length = 0;
  tested.cut();
  expect(await isConnected()).toBe(false);
  expect(await call('POST', `/api/graphs/${id}/run`)).toMatchObject({
    status: 503,
    body: { error: { code: 'RUNTIME_NOT_CONNECTED' } },
  });
  expect((await call('GET', '/api/discovery/layers')).status).toBe(503);
  expect((await call('POST', '/api/graphs/no-such-graph/run')).status).toBe(503);
  expect((await call('POST', '/api/graphs', {})).status).toBe(201);
  await tested.mend();
  expect(await isConnected()).toBe(true);
  expect((await call('POST', `/api/graphs/${id}/stop`)).status).toBe(200);
  expect(told).toEqual(['runtime.disconnected', 'runtime.connected', 'graph.stopped']);
});

test('a graph that is removed meanwhile is given up when the runtime is there again', async () => {
  const id = await runningGraph();
  tested.cut();
  told.length = 0;
  expect((await call('DELETE', `/api/graphs/${id}`)).status).toBe(200);
  expect(told).toEqual([]);
  await tested.mend();
  expect(told.sort()).toEqual(['graph.stopped', 'runtime.connected']);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestHost,
  type TestService,
} from './testing-service.ts';

let testLink: TestService;
let host: TestHost;
let call: TestClient;
const receivedEvents: string[] = [];

beforeEach(async () => {
  testLink = await createTestService();
  host = await testHosts['Fetch host']!(testLink.service);
  call = createTestClient(host, testLink.token);
  receivedEvents.length = 0;
  testLink.service.bus.subscribe((batch) => receivedEvents.push(...batch.map(({ type }) => type)));
});

afterEach(async () => {
  expect(testLink.failures).toEqual([]);
  await host.close();
  await testLink.dispose();
});

const isConnected = async (): Promise<boolean> =>
  (await call<{ runtimeConnected: boolean }>('GET', '/api/health')).body.runtimeConnected;

const startGraph = async (): Promise<string> => {
  const { id } = (await call<{ id: string }>('POST', '/api/graphs', {})).body;
  for (const verb of ['sync', 'run']) await call('POST', `/api/graphs/${id}/${verb}`);
  testLink.runtime!.step();
  return id;
};

test('a runtime that disconnects and reconnects is reported, and only calls that need it fail', async () => {
  const id = await startGraph();
  receivedEvents.length = 0;
  testLink.disconnectRuntime();
  expect(await isConnected()).toBe(false);
  expect(await call('POST', `/api/graphs/${id}/run`)).toMatchObject({
    status: 503,
    body: { error: { code: 'RUNTIME_NOT_CONNECTED' } },
  });
  expect((await call('GET', '/api/discovery/layers')).status).toBe(503);
  expect((await call('POST', '/api/graphs/no-such-graph/run')).status).toBe(503);
  expect((await call('POST', '/api/graphs', {})).status).toBe(201);
  await testLink.reconnectRuntime();
  expect(await isConnected()).toBe(true);
  expect((await call('POST', `/api/graphs/${id}/stop`)).status).toBe(200);
  expect(receivedEvents).toEqual(['runtime.disconnected', 'runtime.connected', 'graph.stopped']);
});

test('a graph that is removed meanwhile is removed from the runtime when it reconnects', async () => {
  const id = await startGraph();
  testLink.disconnectRuntime();
  receivedEvents.length = 0;
  expect((await call('DELETE', `/api/graphs/${id}`)).status).toBe(200);
  expect(receivedEvents).toEqual([]);
  await testLink.reconnectRuntime();
  expect(receivedEvents.sort()).toEqual(['graph.stopped', 'runtime.connected']);
});

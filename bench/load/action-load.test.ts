import { afterEach, expect, test } from 'vitest';
import { startFakeService } from '../testing-fake-service.ts';
import { createActionLoad } from './action-load.ts';
import type { FakeService, FakeServiceFlaws } from '../testing-fake-service.ts';

let fakeService: FakeService | undefined;
const actionLoad = createActionLoad();
afterEach(async () => {
  await actionLoad.close();
  await fakeService?.close();
});

const connectToFake = async (flaws: FakeServiceFlaws, connections: number) => {
  fakeService = await startFakeService(flaws);
  const hub = { host: '127.0.0.1', port: Number(new URL(fakeService.url).port), path: '/api/events' };
  return actionLoad.open({ hub, protocol: 'signalr', connections });
};

test.each([
  [4, 1],
  [1, 8],
])('%d connections with %d commands in flight receive every response', async (connections, window) => {
  const { response } = await connectToFake({}, connections);
  expect(response).toContain('ActionResponse');
  const result = await actionLoad.run({ maxInFlight: window, ms: 5000, count: 200 });
  expect(result).toMatchObject({ completed: 200 });
  expect(result.failure).toBeUndefined();
  expect(result.p50Ms).toBeGreaterThan(0);
});

test('reports a command that receives two responses', async () => {
  await connectToFake({ respondsTwice: true }, 1);
  expect((await actionLoad.run({ maxInFlight: 1, ms: 5000, count: 50 })).failure).toMatch(
    /got two responses/,
  );
});

test('a lost connection ends the round with its reason', async () => {
  await connectToFake({}, 1);
  const running = actionLoad.run({ maxInFlight: 1, ms: 60_000, count: 1e9 });
  await fakeService?.close();
  expect((await running).failure).toMatch(/closed|ECONNRESET/);
});

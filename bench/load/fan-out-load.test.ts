import { afterEach, expect, test, vi } from 'vitest';
import { createTcpBaseline } from '../baselines/tcp-baseline.ts';
import { startFakeService } from '../testing-fake-service.ts';
import { createFanOutLoad } from './fan-out-load.ts';
import type { FakeService, FakeServiceFlaws } from '../testing-fake-service.ts';

let fakeService: FakeService | undefined;
const fanOutLoad = createFanOutLoad();
afterEach(async () => {
  await fanOutLoad.close();
  await fakeService?.close();
});

const connectToFake = async (flaws: FakeServiceFlaws, subscribers: number) => {
  fakeService = await startFakeService(flaws);
  const hub = { host: '127.0.0.1', port: Number(new URL(fakeService.url).port), path: '/api/events' };
  return fanOutLoad.open({ hub, protocol: 'signalr', subscribers });
};

test.each([1, 16])('every event of bursts of %d reaches every subscriber', async (burst) => {
  await connectToFake({}, 3);
  const result = await fanOutLoad.run({ burst, ms: 5000, count: 160, pace: { window: 32 } });
  expect(result).toMatchObject({ events: 160, deliveries: 480, eventsPerMessage: 1 });
  expect(result.failure).toBeUndefined();
});

test('a server never reads two triggers at once when they are sent one at a time', async () => {
  const { port } = await createTcpBaseline().listen({ messageBytes: 300, coalesceWrites: true });
  await fanOutLoad.open({ hub: { host: '127.0.0.1', port, path: '/' }, protocol: 'signalr', subscribers: 3 });
  const load = { burst: 1, ms: 5000, count: 100 };
  const single = await fanOutLoad.run({ ...load, pace: 'one at a time' });
  expect(single).toMatchObject({ events: 100, deliveries: 300, eventsPerMessage: 1 });
  const windowed = await fanOutLoad.run({ ...load, pace: { window: 50 } });
  expect(windowed).toMatchObject({ events: 100, deliveries: 300 });
  expect(windowed.eventsPerMessage).toBeGreaterThan(10);
});

test('reports when a connection is lost', async () => {
  expect(await fanOutLoad.isIntact()).toBe(false);
  await connectToFake({}, 3);
  expect(await fanOutLoad.isIntact()).toBe(true);
  await fakeService?.close();
  await vi.waitFor(async () => expect(await fanOutLoad.isIntact()).toBe(false));
});

test('returns the rejection of a service that accepts only some of the subscribers', async () => {
  const { refusal } = (await connectToFake({ maxSubscribers: 3 }, 5)) as { refusal: string };
  expect(refusal).toBe('2 of 5 subscribers were taken, then: the hub refused the handshake: no more than 3');
});

test('throws when a service accepts no subscriber at all', async () => {
  await expect(connectToFake({ maxSubscribers: 1 }, 2)).rejects.toThrow('no more than 1');
});

test('does not try more subscribers than the process may have open files', async () => {
  expect(await connectToFake({}, 10_000_000)).toMatchObject({
    refusal: expect.stringContaining('ulimit -n'),
  });
});

test('measures the latency of each delivery at a fixed rate', async () => {
  await connectToFake({}, 2);
  const result = await fanOutLoad.run({ burst: 1, ms: 5000, count: 5, pace: { perSecond: 500 } });
  expect(result).toMatchObject({ events: 5, deliveries: 10 });
  expect(result.p50Ms).toBeGreaterThan(0);
});

test('reports a lost delivery', async () => {
  await connectToFake({ dropsEveryNth: 50 }, 2);
  const { failure } = await fanOutLoad.run({ burst: 1, ms: 5000, count: 60, pace: { window: 60 } });
  expect(failure).toMatch(/^lost [12] of 120 deliveries$/);
});

test('reports a repeated delivery', async () => {
  await connectToFake({ repeatsEvents: true }, 1);
  const { failure } = await fanOutLoad.run({ burst: 1, ms: 5000, count: 20, pace: { window: 20 } });
  expect(failure).toMatch(/too many|twice/);
});

test('a lost connection ends the round with its reason', async () => {
  await connectToFake({ dropsEveryNth: 2 }, 1);
  const running = fanOutLoad.run({ burst: 1, ms: 60_000, count: 10, pace: { window: 10 } });
  await fakeService?.close();
  expect((await running).failure).toMatch(/closed|ECONNRESET/);
});

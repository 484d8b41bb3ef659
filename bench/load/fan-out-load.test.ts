import { afterEach, expect, test } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { createFanOutLoad } from './fan-out-load.ts';
import type { FakeService, Flaws } from '../testing/fake-service.ts';

let service: FakeService | undefined;
const load = createFanOutLoad();
afterEach(async () => {
  await load.close();
  await service?.close();
});

const connectTo = async (flaws: Flaws, subscribers: number) => {
  service = await startFakeService(flaws);
  const hub = { host: '127.0.0.1', port: Number(new URL(service.url).port), path: '/api/events' };
  return load.open({ hub, subscribers });
};

test.each([1, 16])('every event of bursts of %d reaches every subscriber', async (burst) => {
  await connectTo({}, 3);
  const result = await load.run({ burst, ms: 5000, count: 160, window: 32 });
  expect(result).toMatchObject({ events: 160, deliveries: 480, eventsPerMessage: 1 });
  expect(result.complaint).toBeUndefined();
});

test('at a fixed pace the latency of each delivery is read', async () => {
  await connectTo({}, 2);
  const result = await load.run({ burst: 1, ms: 5000, count: 5, perSecond: 500 });
  expect(result).toMatchObject({ events: 5, deliveries: 10 });
  expect(result.p50Ms).toBeGreaterThan(0);
});

test('a lost delivery is told', async () => {
  await connectTo({ losesEvery: 50 }, 2);
  const { complaint } = await load.run({ burst: 1, ms: 5000, count: 60, window: 60 });
  expect(complaint).toMatch(/^lost [12] of 120 deliveries$/);
});

test('a repeated delivery is told', async () => {
  await connectTo({ repeats: true }, 1);
  const { complaint } = await load.run({ burst: 1, ms: 5000, count: 20, window: 20 });
  expect(complaint).toMatch(/too many|twice/);
});

test('a service that goes away ends the round with its reason', async () => {
  await connectTo({ losesEvery: 2 }, 1);
  const running = load.run({ burst: 1, ms: 60_000, count: 10, window: 10 });
  await service?.close();
  expect((await running).complaint).toMatch(/closed|ECONNRESET/);
});

import { afterEach, expect, test, vi } from 'vitest';
import { createTcpFloor } from '../floors/tcp-floor.ts';
import { startFakeService } from '../testing.ts';
import { createFanOutLoad } from './fan-out-load.ts';
import type { FakeService, Flaws } from '../testing.ts';

let service: FakeService | undefined;
const load = createFanOutLoad();
afterEach(async () => {
  await load.close();
  await service?.close();
});

const connectTo = async (flaws: Flaws, subscribers: number) => {
  service = await startFakeService(flaws);
  const hub = { host: '127.0.0.1', port: Number(new URL(service.url).port), path: '/api/events' };
  return load.open({ hub, dialect: 'signalr', subscribers });
};

test.each([1, 16])('every event of bursts of %d reaches every subscriber', async (burst) => {
  await connectTo({}, 3);
  const result = await load.run({ burst, ms: 5000, count: 160, pace: { window: 32 } });
  expect(result).toMatchObject({ events: 160, deliveries: 480, eventsPerMessage: 1 });
  expect(result.complaint).toBeUndefined();
});

test('triggers that leave one at a time are never found together, others are', async () => {
  const { port } = await createTcpFloor().listen({ messageBytes: 300, joined: true });
  await load.open({ hub: { host: '127.0.0.1', port, path: '/' }, dialect: 'signalr', subscribers: 3 });
  const order = { burst: 1, ms: 5000, count: 100 };
  const alone = await load.run({ ...order, pace: 'one at a time' });
  expect(alone).toMatchObject({ events: 100, deliveries: 300, eventsPerMessage: 1 });
  const together = await load.run({ ...order, pace: { window: 50 } });
  expect(together).toMatchObject({ events: 100, deliveries: 300 });
  expect(together.eventsPerMessage).toBeGreaterThan(10);
});

test('it is told when somebody is connected no more', async () => {
  expect(await load.isWhole()).toBe(false);
  await connectTo({}, 3);
  expect(await load.isWhole()).toBe(true);
  await service?.close();
  await vi.waitFor(async () => expect(await load.isWhole()).toBe(false));
});

test('a service that serves so many and no more has refused the others, in its words', async () => {
  const { refusal } = (await connectTo({ takesAtMost: 3 }, 5)) as { refusal: string };
  expect(refusal).toBe('2 of 5 subscribers were taken, then: the hub refused the handshake: no more than 3');
});

test('a service that takes not one subscriber is broken', async () => {
  await expect(connectTo({ takesAtMost: 1 }, 2)).rejects.toThrow('no more than 1');
});

test('more subscribers than a process may have files are not tried', async () => {
  expect(await connectTo({}, 10_000_000)).toMatchObject({ refusal: expect.stringContaining('ulimit -n') });
});

test('at a fixed pace the latency of each delivery is read', async () => {
  await connectTo({}, 2);
  const result = await load.run({ burst: 1, ms: 5000, count: 5, pace: { perSecond: 500 } });
  expect(result).toMatchObject({ events: 5, deliveries: 10 });
  expect(result.p50Ms).toBeGreaterThan(0);
});

test('a lost delivery is told', async () => {
  await connectTo({ losesEvery: 50 }, 2);
  const { complaint } = await load.run({ burst: 1, ms: 5000, count: 60, pace: { window: 60 } });
  expect(complaint).toMatch(/^lost [12] of 120 deliveries$/);
});

test('a repeated delivery is told', async () => {
  await connectTo({ repeats: true }, 1);
  const { complaint } = await load.run({ burst: 1, ms: 5000, count: 20, pace: { window: 20 } });
  expect(complaint).toMatch(/too many|twice/);
});

test('a service that goes away ends the round with its reason', async () => {
  await connectTo({ losesEvery: 2 }, 1);
  const running = load.run({ burst: 1, ms: 60_000, count: 10, pace: { window: 10 } });
  await service?.close();
  expect((await running).complaint).toMatch(/closed|ECONNRESET/);
});

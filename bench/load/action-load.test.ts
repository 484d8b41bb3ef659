import { afterEach, expect, test } from 'vitest';
import { startFakeService } from '../testing.ts';
import { createActionLoad } from './action-load.ts';
import type { FakeService, Flaws } from '../testing.ts';

let service: FakeService | undefined;
const load = createActionLoad();
afterEach(async () => {
  await load.close();
  await service?.close();
});

const connectTo = async (flaws: Flaws, connections: number) => {
  service = await startFakeService(flaws);
  const hub = { host: '127.0.0.1', port: Number(new URL(service.url).port), path: '/api/events' };
  return load.open({ hub, dialect: 'signalr', connections });
};

test.each([
  [4, 1],
  [1, 8],
])('%d connections with %d commands under way get every answer', async (connections, window) => {
  const { answer } = await connectTo({}, connections);
  expect(answer).toContain('ActionResponse');
  const result = await load.run({ window, ms: 5000, count: 200 });
  expect(result).toMatchObject({ answered: 200 });
  expect(result.complaint).toBeUndefined();
  expect(result.p50Ms).toBeGreaterThan(0);
});

test('a command that is answered twice is told', async () => {
  await connectTo({ answersTwice: true }, 1);
  expect((await load.run({ window: 1, ms: 5000, count: 50 })).complaint).toMatch(/was answered twice/);
});

test('a service that goes away ends the round with its reason', async () => {
  await connectTo({}, 1);
  const running = load.run({ window: 1, ms: 60_000, count: 1e9 });
  await service?.close();
  expect((await running).complaint).toMatch(/closed|ECONNRESET/);
});

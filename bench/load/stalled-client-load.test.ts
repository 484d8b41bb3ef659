import { afterEach, expect, test } from 'vitest';
import { startFakeService } from '../testing-fake-service.ts';
import { createStalledClientLoad } from './stalled-client-load.ts';
import type { FakeService, FakeServiceFlaws } from '../testing-fake-service.ts';

let fakeService: FakeService | undefined;
afterEach(async () => fakeService?.close());

const runStallLoad = async (flaws: FakeServiceFlaws) => {
  fakeService = await startFakeService(flaws);
  return createStalledClientLoad().run({
    hub: { host: '127.0.0.1', port: Number(new URL(fakeService.url).port), path: '/api/events' },
    readingClients: 2,
    stalledClients: 3,
    patterns: ['node.*'],
    load: { burst: 2, ms: 5000, count: 20, pace: { perSecond: 500 } },
    settleMs: 200,
  });
};

test('reading clients receive everything, and the outcome of the stalled ones is counted', async () => {
  const result = await runStallLoad({ closesBeyond: 2 });
  expect(result).toMatchObject({ events: 20, deliveries: 40, told: 3, closed: 3, cut: 0 });
  expect(result.failure).toBeUndefined();
});

test('clients of a patient server see no gap and are not closed', async () => {
  expect(await runStallLoad({})).toMatchObject({ deliveries: 40, told: 0, closed: 0, cut: 0 });
});

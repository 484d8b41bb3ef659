import { afterEach, expect, test } from 'vitest';
import { startFakeService } from '../testing.ts';
import { createStallLoad } from './stall-load.ts';
import type { FakeService, Flaws } from '../testing.ts';

let service: FakeService | undefined;
afterEach(async () => service?.close());

const stall = async (flaws: Flaws) => {
  service = await startFakeService(flaws);
  return createStallLoad().run({
    hub: { host: '127.0.0.1', port: Number(new URL(service.url).port), path: '/api/events' },
    reading: 2,
    stalled: 3,
    patterns: ['node.*'],
    load: { burst: 2, ms: 5000, count: 20, pace: { perSecond: 500 } },
    afterMs: 200,
  });
};

test('those who read get everything, and what the others find afterwards is counted', async () => {
  const result = await stall({ givesUpPast: 2 });
  expect(result).toMatchObject({ events: 20, deliveries: 40, told: 3, closed: 3, cut: 0 });
  expect(result.complaint).toBeUndefined();
});

test('those who are served on are neither told of a gap nor closed', async () => {
  expect(await stall({})).toMatchObject({ deliveries: 40, told: 0, closed: 0, cut: 0 });
});

import { expect, test } from 'vitest';
import { runBusyGraphs } from './busy-graphs.ts';

test('busy graphs within their limits keep running, and every kind of request is answered meanwhile', async () => {
  const { running, ticks, calls } = await runBusyGraphs('loops', 4, 1);
  expect(running).toBe(4);
  expect(ticks).toBeGreaterThan(0);
  for (const latency of Object.values(calls)) expect(latency.percentile(1)).toBeGreaterThanOrEqual(0);
});

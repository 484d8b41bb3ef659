import { afterEach, expect, test, vi } from 'vitest';
import { systemScheduler as frameScheduler } from '#runtime/frame/scheduler.ts';
import { systemScheduler as hubScheduler } from './scheduler.ts';

afterEach(() => vi.restoreAllMocks());

/** Time goes on between reckoning a wait and asking for it; Node 24 warns of waits below none. */
test.each([
  ['the hub', hubScheduler],
  ['the frame loop', frameScheduler],
])('%s does not ask the machine for a wait below none, and is called all the same', async (_, scheduler) => {
  const asked = vi.spyOn(globalThis, 'setTimeout');
  await new Promise<void>((resolve) => scheduler.after(-0.02, resolve));
  expect(asked.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([0]);
});

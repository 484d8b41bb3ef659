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
  const waits = await new Promise((resolve) => {
    const task = () =>
      // others of this process ask for waits too
      resolve(asked.mock.calls.filter(([asks]) => asks === task).map(([, milliseconds]) => milliseconds));
    scheduler.after(-0.02, task);
  });
  expect(waits).toEqual([0]);
});

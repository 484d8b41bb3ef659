import { afterEach, expect, it, test, vi } from 'vitest';
import { serviceScheduler, systemScheduler } from './scheduler.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A computed delay can become negative, because time passes before it is used. Node 24 warns about negative delays. */
test.each([
  ['the service scheduler', serviceScheduler],
  ['the system scheduler', systemScheduler],
])('%s never uses a negative delay, and still runs', async (_, scheduler) => {
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');
  await new Promise<void>((resolve) => scheduler.after(-0.02, resolve));
  const delays = setTimeoutSpy.mock.calls.map(([, milliseconds]) => milliseconds);
  expect(delays).toContain(0);
  // All delays are checked, because other parts of this process set timers too.
  expect(delays.filter((milliseconds) => milliseconds !== undefined && milliseconds < 0)).toEqual([]);
});

it('reads input that arrived while the process was blocked before a timer runs', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const ran: string[] = [];
  serviceScheduler.after(30_000, () => ran.push('in time'));
  serviceScheduler.after(40_000, () => ran.push('late'));
  const cancel = serviceScheduler.after(40_000, () => ran.push('called off'));
  now = 30_000;
  vi.advanceTimersByTime(30_000);
  expect(ran).toEqual(['in time']);
  now = 90_000;
  vi.advanceTimersByTime(10_000);
  cancel();
  expect(ran).toEqual(['in time']);
  now = 91_000;
  vi.advanceTimersByTime(1_000);
  expect(ran).toEqual(['in time', 'late']);
});

import { expect, test } from 'vitest';
import { createSteppedClock } from '../testing-stepped-clock.ts';
import { createFrameCounter } from './frame-counter.ts';

test('counts the frames of the last second, and returns to 0 when nothing is drawn', async () => {
  const { clock, advance } = createSteppedClock();
  const { stats, countFrame } = createFrameCounter(clock);
  for (let i = 0; i < 120; i += 1) {
    countFrame();
    await advance(20);
  }
  expect(stats.value.framesPerSecond).toBeGreaterThanOrEqual(49);
  expect(stats.value.framesPerSecond).toBeLessThanOrEqual(51);
  await advance(2_000);
  expect(stats.value.framesPerSecond).toBe(0);
});

test('runs no timer while nothing is drawn', async () => {
  const { clock, advance } = createSteppedClock();
  let timers = 0;
  const { countFrame } = createFrameCounter({
    ...clock,
    setTimer: (ms, work) => {
      timers += 1;
      return clock.setTimer(ms, work);
    },
  });
  await advance(5_000);
  expect(timers).toBe(0);
  countFrame();
  await advance(2_000);
  const timersAfterFrame = timers;
  await advance(5_000);
  expect(timers).toBe(timersAfterFrame);
});

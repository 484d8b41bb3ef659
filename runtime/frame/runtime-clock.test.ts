import { expect, test } from 'vitest';
import { FixedStepClock } from './runtime-clock.ts';

test('time does not accumulate rounding errors, even after a change of the time scale', () => {
  const clock = new FixedStepClock(60, (ticks) => ticks);
  for (let tick = 0; tick < 483; tick++) clock.advance();
  expect(clock.time).toBe(8.05);
  clock.setScale(0.5);
  for (let tick = 0; tick < 60; tick++) clock.advance();
  expect(clock.time).toBe(8.55);
  clock.setScale(0);
  clock.advance();
  expect(clock.time).toBe(8.55);
});

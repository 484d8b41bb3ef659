import { expect, test } from 'vitest';
import { createFixedStepClock } from './fixed-step-clock.ts';

test('time is told without the errors that a sum of steps gathers, also when it runs at another pace', () => {
  const clock = createFixedStepClock(60, (ticks) => ticks);
  for (let tick = 0; tick < 483; tick++) clock.advance();
  expect(clock.time).toBe(8.05);
  clock.setScale(0.5);
  for (let tick = 0; tick < 60; tick++) clock.advance();
  expect(clock.time).toBe(8.55);
  clock.setScale(0);
  clock.advance();
  expect(clock.time).toBe(8.55);
});

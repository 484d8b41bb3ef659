import { expect, test } from 'vitest';
import { defaultHubLimits } from '../hub-limits.ts';
import { createSteppedScheduler } from '../testing-scheduler.ts';
import { createFairScheduler } from './fair-scheduler.ts';

/** Schedules the messages of a client, each of which takes this long, a while after the service has started. */
const scheduleTestTasks = (messages: number, millisecondsEach: number) => {
  const scheduler = createSteppedScheduler();
  scheduler.advance(3_600_000);
  let spent = 0;
  let handled = 0;
  let isPaused = false;
  const rota = createFairScheduler(defaultHubLimits, { ...scheduler, now: () => scheduler.now() + spent });
  rota.schedule({
    handleNext() {
      if (handled === messages) return false;
      handled += 1;
      spent += millisecondsEach;
      return true;
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
    },
  });
  return { endTurn: scheduler.endTurn, seen: () => ({ handled, isPaused }) };
};

test('a turn handles up to 256 messages', () => {
  expect(scheduleTestTasks(255, 0).seen()).toEqual({ handled: 255, isPaused: false });
  expect(scheduleTestTasks(257, 0).seen()).toEqual({ handled: 256, isPaused: true });
});

test.each([
  [1, 12],
  [1.25, 8],
  [6, 8],
])('a turn whose messages take %d ms each ends after %i, given a limit of 5 ms', (each, capacity) => {
  const { endTurn, seen } = scheduleTestTasks(1_000, each);
  expect(seen()).toEqual({ handled: capacity, isPaused: true });
  endTurn();
  expect(seen()).toEqual({ handled: 1_000, isPaused: false });
});

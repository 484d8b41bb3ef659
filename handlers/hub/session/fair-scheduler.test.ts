import { expect, test } from 'vitest';
import { defaultHubLimits } from '../hub-limits.ts';
import { createSteppedScheduler } from '../testing-scheduler.ts';
import { createFairScheduler } from './turn-scheduling.ts';

/** Schedules a client's messages, each of which takes this long, some time after the service has started. */
const scheduleTestTasks = (messages: number, millisecondsEach: number) => {
  const scheduler = createSteppedScheduler();
  scheduler.advance(3_600_000);
  let elapsed = 0;
  let handled = 0;
  let isPaused = false;
  const fairScheduler = createFairScheduler(defaultHubLimits, {
    ...scheduler,
    now: () => scheduler.now() + elapsed,
  });
  fairScheduler.schedule({
    handleNext() {
      if (handled === messages) return false;
      handled += 1;
      elapsed += millisecondsEach;
      return true;
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
    },
  });
  return { endTurn: scheduler.endTurn, getState: () => ({ handled, isPaused }) };
};

test('a turn handles up to 256 messages', () => {
  expect(scheduleTestTasks(255, 0).getState()).toEqual({ handled: 255, isPaused: false });
  expect(scheduleTestTasks(257, 0).getState()).toEqual({ handled: 256, isPaused: true });
});

test.each([
  [1, 12],
  [1.25, 8],
  [6, 8],
])(
  'a turn whose messages take %d ms each ends after %i, given a limit of 5 ms',
  (millisecondsEach, capacity) => {
    const { endTurn, getState } = scheduleTestTasks(1_000, millisecondsEach);
    expect(getState()).toEqual({ handled: capacity, isPaused: true });
    endTurn();
    expect(getState()).toEqual({ handled: 1_000, isPaused: false });
  },
);

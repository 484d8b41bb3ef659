import { expect, test } from 'vitest';
import { createTurnBatcher } from './event-loop-turns.ts';
import { createSteppedScheduler } from './hub/testing-scheduler.ts';

const createTestBatcher = () => {
  const scheduler = createSteppedScheduler();
  const finished: string[] = [];
  const runBatched = createTurnBatcher(scheduler, () => finished.push('before'));
  return {
    scheduler,
    takeFinished: () => finished.splice(0),
    runBatched: (name: string, startedAt = scheduler.now()) =>
      runBatched(() => finished.push(name), startedAt),
  };
};

test('flushes the work of a lone call at once', () => {
  const { scheduler, takeFinished, runBatched } = createTestBatcher();
  runBatched('a');
  expect(takeFinished()).toEqual(['before', 'a']);
  scheduler.endTurn();
  runBatched('b');
  expect(takeFinished()).toEqual(['before', 'b']);
});

test('batches the work of several calls until the end of the turn, in order, with one flush before', () => {
  const { scheduler, takeFinished, runBatched } = createTestBatcher();
  runBatched('first');
  runBatched('second');
  runBatched('third');
  expect(takeFinished()).toEqual(['before', 'first']);
  scheduler.endTurn();
  expect(takeFinished()).toEqual(['before', 'second', 'third']);
  runBatched('a');
  expect(takeFinished()).toEqual([]);
  scheduler.endTurn();
  expect(takeFinished()).toEqual(['before', 'a']);
  runBatched('alone again');
  expect(takeFinished()).toEqual(['before', 'alone again']);
});

test('flushes the work of a slow call at once, with the waiting work', () => {
  const { scheduler, takeFinished, runBatched } = createTestBatcher();
  scheduler.advance(10);
  runBatched('first');
  runBatched('quick', 9.5);
  expect(takeFinished()).toEqual(['before', 'first']);
  runBatched('slow', 8.5);
  expect(takeFinished()).toEqual(['before', 'quick', 'slow']);
  runBatched('next');
  scheduler.endTurn();
  expect(takeFinished()).toEqual(['before', 'next']);
});

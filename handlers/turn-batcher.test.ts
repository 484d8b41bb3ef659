import { expect, test } from 'vitest';
import { createTurnBatcher } from './turn-batcher.ts';
import { createSteppedScheduler } from './hub/testing-scheduler.ts';

const createTestBatcher = () => {
  const scheduler = createSteppedScheduler();
  const done: string[] = [];
  const gather = createTurnBatcher(scheduler, () => done.push('before'));
  return {
    scheduler,
    taken: () => done.splice(0),
    gather: (name: string, began = scheduler.now()) => gather(() => done.push(name), began),
  };
};

test('flushes the work of a lone call at once', () => {
  const { scheduler, taken, gather } = createTestBatcher();
  gather('a');
  expect(taken()).toEqual(['before', 'a']);
  scheduler.endTurn();
  gather('b');
  expect(taken()).toEqual(['before', 'b']);
});

test('batches the work of several calls until the end of the turn, in order, with one flush before', () => {
  const { scheduler, taken, gather } = createTestBatcher();
  gather('first');
  gather('second');
  gather('third');
  expect(taken()).toEqual(['before', 'first']);
  scheduler.endTurn();
  expect(taken()).toEqual(['before', 'second', 'third']);
  gather('a');
  expect(taken()).toEqual([]);
  scheduler.endTurn();
  expect(taken()).toEqual(['before', 'a']);
  gather('alone again');
  expect(taken()).toEqual(['before', 'alone again']);
});

test('flushes the work of a slow call at once, with the waiting work', () => {
  const { scheduler, taken, gather } = createTestBatcher();
  scheduler.advance(10);
  gather('first');
  gather('quick', 9.5);
  expect(taken()).toEqual(['before', 'first']);
  gather('slow', 8.5);
  expect(taken()).toEqual(['before', 'quick', 'slow']);
  gather('next');
  scheduler.endTurn();
  expect(taken()).toEqual(['before', 'next']);
});

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

test('what a call leaves that comes alone is done at once, turn for turn', () => {
  const { scheduler, taken, gather } = createTestBatcher();
  gather('a');
  expect(taken()).toEqual(['before', 'a']);
  scheduler.endTurn();
  gather('b');
  expect(taken()).toEqual(['before', 'b']);
});

test('while there are several in a turn, it is done at the end, in order, and what comes before it once', () => {
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

test('what a slow call leaves is done at once, with what waits', () => {
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

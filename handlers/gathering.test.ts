import { expect, test } from 'vitest';
import { createGathering } from './gathering.ts';
import { createSteppedScheduler } from './hub/testing-scheduler.ts';

const gathering = () => {
  const scheduler = createSteppedScheduler();
  const done: string[] = [];
  const gather = createGathering(scheduler, () => done.push('before'));
  return { scheduler, done, gather: (name: string, began: number) => gather(() => done.push(name), began) };
};

test('what is left in one turn is done at its end, in order, what comes before it once', () => {
  const { scheduler, done, gather } = gathering();
  gather('a', 0);
  gather('b', 0);
  expect(done).toEqual([]);
  scheduler.endTurn();
  expect(done).toEqual(['before', 'a', 'b']);
  gather('c', 0);
  scheduler.endTurn();
  scheduler.endTurn();
  expect(done).toEqual(['before', 'a', 'b', 'before', 'c']);
});

test('what a slow call leaves is done at once, with what waits', () => {
  const { scheduler, done, gather } = gathering();
  scheduler.advance(10);
  gather('quick', 9.5);
  gather('slow', 8.5);
  expect(done).toEqual(['before', 'quick', 'slow']);
  gather('next', 10);
  scheduler.endTurn();
  expect(done).toEqual(['before', 'quick', 'slow', 'before', 'next']);
});

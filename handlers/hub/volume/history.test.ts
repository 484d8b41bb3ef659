import { expect, it } from 'vitest';
import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '#runtime/link/protocol.ts';
import { createHistory } from './history.ts';

const event = (message: string): RaisedEvent => ({
  type: 'console.log',
  tick: 1,
  time: 0,
  data: { message },
});

const seqs = (events: readonly Envelope[]): number[] => events.map(({ seq }) => seq);

it('gives up the oldest of the large events when they hold too much together, and says up to where', () => {
  const history = createHistory('s', 100, 25_000);
  for (let seq = 1; seq <= 5; seq += 1) history.add([event('x'.repeat(10_000))], seq);
  expect(seqs(history.since(0))).toEqual([4, 5]);
  expect(history.lostUpTo(['console.log'])).toBe(3);
});

it('holds the newest event however large it is', () => {
  const history = createHistory('s', 100, 100);
  history.add([event('x'.repeat(10_000)), event('x'.repeat(10_000))], 1);
  expect(seqs(history.since(0))).toEqual([2]);
});

it('holds as many ordinary events as it may', () => {
  const history = createHistory('s', 3, 100);
  for (let seq = 1; seq <= 5; seq += 1) history.add([event('short')], seq);
  expect(seqs(history.since(0))).toEqual([3, 4, 5]);
  expect(seqs(history.since(4))).toEqual([5]);
  expect(history.lostUpTo(['console.log'])).toBe(2);
});

it('tells what it holds as clients get it', () => {
  const history = createHistory('s', 3);
  history.add([event('first'), event('second')], 7);
  expect(history.since(7)).toEqual([
    { id: 's-8', streamId: 's', seq: 8, type: 'console.log', tick: 1, time: 0, data: { message: 'second' } },
  ]);
});

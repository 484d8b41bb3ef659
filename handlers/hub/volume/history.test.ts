import { expect, it } from 'vitest';
import type { Envelope } from '#spec/events.ts';
import { createHistory } from './history.ts';

const event = (seq: number, message: string): Envelope =>
  ({ type: 'console.log', seq, data: { message } }) as unknown as Envelope;

const seqs = (events: readonly Envelope[]): number[] => events.map(({ seq }) => seq);

it('gives up the oldest of the large events when they hold too much together, and says up to where', () => {
  const history = createHistory(100, 25_000);
  for (let seq = 1; seq <= 5; seq += 1) history.add([event(seq, 'x'.repeat(10_000))]);
  expect(seqs(history.since(0))).toEqual([4, 5]);
  expect(history.lostUpTo(['console.log'])).toBe(3);
});

it('holds the newest event however large it is', () => {
  const history = createHistory(100, 100);
  history.add([event(1, 'x'.repeat(10_000)), event(2, 'x'.repeat(10_000))]);
  expect(seqs(history.since(0))).toEqual([2]);
});

it('holds as many ordinary events as it may', () => {
  const history = createHistory(3, 100);
  for (let seq = 1; seq <= 5; seq += 1) history.add([event(seq, 'short')]);
  expect(seqs(history.since(0))).toEqual([3, 4, 5]);
  expect(seqs(history.since(4))).toEqual([5]);
  expect(history.lostUpTo(['console.log'])).toBe(2);
});

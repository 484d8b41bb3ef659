import { expect, it } from 'vitest';
import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import { createEventHistory } from './event-history.ts';

const createEvent = (message: string): RaisedEvent => ({
  type: 'console.log',
  tick: 1,
  time: 0,
  data: { message },
});

const listSeqs = (events: readonly Envelope[]): number[] => events.map(({ seq }) => seq);

it('drops the oldest large events when they exceed the limit together, and reports up to which number', () => {
  const history = createEventHistory('s', 100, 25_000);
  for (let seq = 1; seq <= 5; seq += 1) history.add([createEvent('x'.repeat(10_000))], seq);
  expect(listSeqs(history.getEventsAfter(0))).toEqual([4, 5]);
  expect(history.getLastLostSeq(['console.log'])).toBe(3);
});

it('retains the newest event however large it is', () => {
  const history = createEventHistory('s', 100, 100);
  history.add([createEvent('x'.repeat(10_000)), createEvent('x'.repeat(10_000))], 1);
  expect(listSeqs(history.getEventsAfter(0))).toEqual([2]);
});

it('retains ordinary events up to the limit', () => {
  const history = createEventHistory('s', 3, 100);
  for (let seq = 1; seq <= 5; seq += 1) history.add([createEvent('short')], seq);
  expect(listSeqs(history.getEventsAfter(0))).toEqual([3, 4, 5]);
  expect(listSeqs(history.getEventsAfter(4))).toEqual([5]);
  expect(history.getLastLostSeq(['console.log'])).toBe(2);
});

it('returns events in the form that clients receive', () => {
  const history = createEventHistory('s', 3);
  history.add([createEvent('first'), createEvent('second')], 7);
  expect(history.getEventsAfter(7)).toEqual([
    { id: 's-8', streamId: 's', seq: 8, type: 'console.log', tick: 1, time: 0, data: { message: 'second' } },
  ]);
});

import { expect, test } from 'vitest';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { createEventSender } from './event-sender.ts';
import type { RaisedEvent } from '../runtime-link.ts';

const createEvent = (type: RaisedEvent['type'], tick: number): RaisedEvent => ({
  type,
  tick,
  time: 0,
  data: {},
});

/** A wire that takes what the test says, and messages up to a number of events. */
const createTestSender = (largest = Number.POSITIVE_INFINITY) => {
  const sent: { number: number; ticks: number[]; skipped: number | undefined }[] = [];
  const wire = { bufferedBytes: 0, send() {}, ping() {}, pause() {}, resume() {}, close() {}, listen() {} };
  const gate = createEventSender(wire, ({ number, events, skipped }) => {
    if (events.length > largest) return false;
    sent.push({ number, ticks: events.map(({ tick }) => tick), skipped });
    return true;
  });
  return { wire, gate, sent };
};

test('while too much waits, high-volume events are left out and counted, and others come later in their order', () => {
  const { wire, gate, sent } = createTestSender();
  gate.add([createEvent('console.log', 1)]);
  wire.bufferedBytes = linkLimits.waitingBytes + 1;
  gate.add([createEvent('node.executing', 2), createEvent('graph.running', 2), createEvent('node.done', 2)]);
  // once it holds back it goes on to, or the order would be lost
  wire.bufferedBytes = 0;
  gate.add([createEvent('node.executing', 3)]);
  gate.add([createEvent('graph.stopped', 4)]);
  expect(sent).toEqual([{ number: 1, ticks: [1], skipped: undefined }]);
  gate.flush();
  gate.add([createEvent('console.log', 5)]);
  expect(sent.slice(1)).toEqual([
    { number: 2, ticks: [2], skipped: 3 },
    { number: 3, ticks: [4], skipped: undefined },
    { number: 4, ticks: [5], skipped: undefined },
  ]);
});

test('what is held and gives way is counted, and what is not sent can be taken', () => {
  const { wire, gate, sent } = createTestSender();
  gate.skip(2);
  wire.bufferedBytes = linkLimits.waitingBytes + 1;
  for (let tick = 0; tick < 10_003; tick++)
    gate.add([createEvent('console.log', tick), createEvent('node.done', tick)]);
  const { batches, skipped } = gate.takeUnsent();
  expect([skipped, batches.length, batches[0]]).toEqual([
    2 + 3 + 10_003,
    10_000,
    [createEvent('console.log', 3)],
  ]);
  gate.flush();
  expect(sent).toEqual([]);
});

test('what was left out is told even where nothing else is to come', () => {
  const { wire, gate, sent } = createTestSender();
  wire.bufferedBytes = linkLimits.waitingBytes + 1;
  gate.add([createEvent('node.executing', 1)]);
  gate.flush();
  expect(sent).toEqual([{ number: 1, ticks: [], skipped: 1 }]);
});

test('more than a message may hold comes in several, in order and numbered', () => {
  const { gate, sent } = createTestSender(2);
  gate.add([1, 2, 3, 4, 5].map((tick) => createEvent('console.log', tick)));
  expect(sent.flatMap(({ ticks }) => ticks)).toEqual([1, 2, 3, 4, 5]);
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('an event that is larger than a message is left out, and counted', () => {
  const { gate, sent } = createTestSender(0);
  gate.add([createEvent('console.log', 1)]);
  gate.add([]);
  expect(sent).toEqual([{ number: 1, ticks: [], skipped: 1 }]);
});

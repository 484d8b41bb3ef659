import { expect, test } from 'vitest';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { createEventGate } from './event-gate.ts';
import type { RaisedEvent } from '../protocol.ts';

const event = (type: RaisedEvent['type'], tick: number): RaisedEvent => ({ type, tick, time: 0, data: {} });

/** A wire that takes what the test says, and messages up to a number of events. */
const open = (largest = Number.POSITIVE_INFINITY) => {
  const sent: { number: number; ticks: number[]; skipped: number | undefined }[] = [];
  const wire = { waiting: 0, send() {}, ping() {}, pause() {}, resume() {}, close() {}, listen() {} };
  const gate = createEventGate(wire, ({ number, events, skipped }) => {
    if (events.length > largest) return false;
    sent.push({ number, ticks: events.map(({ tick }) => tick), skipped });
    return true;
  });
  return { wire, gate, sent };
};

test('while too much waits, high-volume events are left out and counted, and others come later in their order', () => {
  const { wire, gate, sent } = open();
  gate.add([event('console.log', 1)]);
  wire.waiting = linkLimits.waitingBytes + 1;
  gate.add([event('node.executing', 2), event('graph.running', 2), event('node.done', 2)]);
  // once it holds back it goes on to, or the order would be lost
  wire.waiting = 0;
  gate.add([event('node.executing', 3)]);
  gate.add([event('graph.stopped', 4)]);
  expect(sent).toEqual([{ number: 1, ticks: [1], skipped: undefined }]);
  gate.flush();
  gate.add([event('console.log', 5)]);
  expect(sent.slice(1)).toEqual([
    { number: 2, ticks: [2], skipped: 3 },
    { number: 3, ticks: [4], skipped: undefined },
    { number: 4, ticks: [5], skipped: undefined },
  ]);
});

test('what is held and gives way is counted, and what is not sent can be taken', () => {
  const { wire, gate, sent } = open();
  gate.skip(2);
  wire.waiting = linkLimits.waitingBytes + 1;
  for (let tick = 0; tick < 10_003; tick++) gate.add([event('console.log', tick), event('node.done', tick)]);
  const { batches, skipped } = gate.takeUnsent();
  expect([skipped, batches.length, batches[0]]).toEqual([2 + 3 + 10_003, 10_000, [event('console.log', 3)]]);
  gate.flush();
  expect(sent).toEqual([]);
});

test('what was left out is told even where nothing else is to come', () => {
  const { wire, gate, sent } = open();
  wire.waiting = linkLimits.waitingBytes + 1;
  gate.add([event('node.executing', 1)]);
  gate.flush();
  expect(sent).toEqual([{ number: 1, ticks: [], skipped: 1 }]);
});

test('more than a message may hold comes in several, in order and numbered', () => {
  const { gate, sent } = open(2);
  gate.add([1, 2, 3, 4, 5].map((tick) => event('console.log', tick)));
  expect(sent.flatMap(({ ticks }) => ticks)).toEqual([1, 2, 3, 4, 5]);
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('an event that is larger than a message is left out, and counted', () => {
  const { gate, sent } = open(0);
  gate.add([event('console.log', 1)]);
  gate.add([]);
  expect(sent).toEqual([{ number: 1, ticks: [], skipped: 1 }]);
});

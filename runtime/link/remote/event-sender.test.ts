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

/** Creates a transport whose backpressure the test controls, with a maximum number of events per message. */
const createTestSender = (largest = Number.POSITIVE_INFINITY) => {
  const sentMessages: { number: number; ticks: number[]; skipped: number | undefined }[] = [];
  const transport = {
    bufferedBytes: 0,
    send() {},
    ping() {},
    pause() {},
    resume() {},
    close() {},
    listen() {},
  };
  const sender = createEventSender(transport, ({ number, events, skipped }) => {
    if (events.length > largest) return false;
    sentMessages.push({ number, ticks: events.map(({ tick }) => tick), skipped });
    return true;
  });
  return { transport, sender, sentMessages };
};

test('drops and counts high-volume events under backpressure, and sends the others later in order', () => {
  const { transport, sender, sentMessages } = createTestSender();
  sender.add([createEvent('console.log', 1)]);
  transport.bufferedBytes = linkLimits.waitingBytes + 1;
  sender.add([
    createEvent('node.executing', 2),
    createEvent('graph.running', 2),
    createEvent('node.done', 2),
  ]);
  // Even now, later events are held back until the backlog has been sent, so that all events stay in order.
  transport.bufferedBytes = 0;
  sender.add([createEvent('node.executing', 3)]);
  sender.add([createEvent('graph.stopped', 4)]);
  expect(sentMessages).toEqual([{ number: 1, ticks: [1], skipped: undefined }]);
  sender.flush();
  sender.add([createEvent('console.log', 5)]);
  expect(sentMessages.slice(1)).toEqual([
    { number: 2, ticks: [2], skipped: 3 },
    { number: 3, ticks: [4], skipped: undefined },
    { number: 4, ticks: [5], skipped: undefined },
  ]);
});

test('counts events that exceed the backlog, and returns unsent ones', () => {
  const { transport, sender, sentMessages } = createTestSender();
  sender.skip(2);
  transport.bufferedBytes = linkLimits.waitingBytes + 1;
  for (let tick = 0; tick < 10_003; tick++)
    sender.add([createEvent('console.log', tick), createEvent('node.done', tick)]);
  const { batches, skipped } = sender.takeUnsent();
  expect([skipped, batches.length, batches[0]]).toEqual([
    2 + 3 + 10_003,
    10_000,
    [createEvent('console.log', 3)],
  ]);
  sender.flush();
  expect(sentMessages).toEqual([]);
});

test('reports dropped events even when nothing else follows', () => {
  const { transport, sender, sentMessages } = createTestSender();
  transport.bufferedBytes = linkLimits.waitingBytes + 1;
  sender.add([createEvent('node.executing', 1)]);
  sender.flush();
  expect(sentMessages).toEqual([{ number: 1, ticks: [], skipped: 1 }]);
});

test('splits events into several numbered messages, in order', () => {
  const { sender, sentMessages } = createTestSender(2);
  sender.add([1, 2, 3, 4, 5].map((tick) => createEvent('console.log', tick)));
  expect(sentMessages.flatMap(({ ticks }) => ticks)).toEqual([1, 2, 3, 4, 5]);
  expect(sentMessages.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('drops and counts an event that is larger than a message', () => {
  const { sender, sentMessages } = createTestSender(0);
  sender.add([createEvent('console.log', 1)]);
  sender.add([]);
  expect(sentMessages).toEqual([{ number: 1, ticks: [], skipped: 1 }]);
});

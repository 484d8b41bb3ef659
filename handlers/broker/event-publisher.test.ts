import { expect, test } from 'vitest';
import { createEventBus } from '../controller/bus/event-bus.ts';
import { createGraphRunning } from '../hub/testing-events.ts';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { createEventPublisher } from './serve-relays.ts';
import type { EventBatch } from './relay-messages.ts';

test('stores numbers that never arrive as a gap, in their position', () => {
  const bus = createEventBus('s1');
  const scheduler = createSteppedScheduler();
  const stored: EventBatch[] = [];
  bus.publish([createGraphRunning('before')]);
  createEventPublisher(
    bus,
    { maxMessageBytes: 1_000, storeMessage: (_, text) => void stored.push(JSON.parse(text)) },
    scheduler,
  );
  bus.publish([createGraphRunning('a')]);
  bus.skip(3);
  bus.publish([createGraphRunning('b')]);
  bus.skip(2);
  scheduler.endTurn();
  expect(
    stored.map(({ first, count, events }) => [first, count, events?.map(({ graphId }) => graphId)]),
  ).toEqual([
    [2, 1, ['a']],
    [3, 3, undefined],
    [6, 1, ['b']],
    [7, 2, undefined],
  ]);
});

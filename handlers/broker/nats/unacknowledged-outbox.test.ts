import { expect, it } from 'vitest';
import { createUnacknowledgedOutbox } from './nats-service-broker.ts';

it('keeps unacknowledged messages, and drops the oldest', () => {
  const outbox = createUnacknowledgedOutbox(10);
  for (const id of ['a', 'b', 'c']) outbox.add(id, '1234');
  expect([...outbox.pendingMessages].map(([id]) => id)).toEqual(['b', 'c']);
  expect(outbox.takeDroppedCount()).toBe(1);
  expect(outbox.takeDroppedCount()).toBe(0);
  outbox.acknowledge('b');
  outbox.acknowledge('a');
  outbox.add('d', '123456');
  expect([...outbox.pendingMessages].map(([id]) => id)).toEqual(['c', 'd']);
});

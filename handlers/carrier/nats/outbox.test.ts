import { expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

it('keeps what is not known to have arrived, and lets the oldest give way', () => {
  const outbox = createOutbox(10);
  for (const id of ['a', 'b', 'c']) outbox.add(id, '1234');
  expect([...outbox.waiting].map(([id]) => id)).toEqual(['b', 'c']);
  expect(outbox.takeLost()).toBe(1);
  expect(outbox.takeLost()).toBe(0);
  outbox.settle('b');
  outbox.settle('a');
  outbox.add('d', '123456');
  expect([...outbox.waiting].map(([id]) => id)).toEqual(['c', 'd']);
});

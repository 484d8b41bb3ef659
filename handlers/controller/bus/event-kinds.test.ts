import { expect, it } from 'vitest';
import { createEventKinds } from './event-kinds.ts';

const createKinds = (prefix: string, count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [`${prefix}.kind${index}`, {}]));

it('keeps the kinds of earlier runtimes, up to a limit', () => {
  const kinds = createEventKinds();
  kinds.addOwn(createKinds('paint', 2));
  kinds.addOwn(createKinds('clay', 999));
  expect(kinds.own.size).toBe(1_000);
  expect([...kinds.own.keys()].at(-1)).toBe('paint.kind0');
});

it('reports changes only if the kinds differ', () => {
  const kinds = createEventKinds();
  let changes = 0;
  kinds.onChange(() => (changes += 1));
  for (let count = 0; count < 3; count += 1) kinds.addOwn(createKinds('paint', 2));
  kinds.addOwn(new Map());
  expect(changes).toBe(1);
});

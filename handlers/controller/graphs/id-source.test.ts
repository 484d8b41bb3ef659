import { expect, test } from 'vitest';
import { createIdSource } from './id-source.ts';

test('ids are unique random UUIDs of version 4', () => {
  const newId = createIdSource();
  const ids = Array.from({ length: 20_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toEqual([]);
});

test('the random digits of ids are evenly distributed', () => {
  const newId = createIdSource();
  const ids = Array.from({ length: 16_000 }, newId);
  const free = Array.from({ length: 36 }, (_, position) => position).filter(
    (position) => ![8, 13, 14, 18, 19, 23].includes(position),
  );
  for (const position of free) {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id[position]!, (counts.get(id[position]!) ?? 0) + 1);
    // Each count should be about 1,000. A deviation of 250 is eight standard deviations.
    expect([...counts.values()].filter((count) => Math.abs(count - 1000) > 250)).toEqual([]);
    expect(counts.size).toBe(16);
  }
});

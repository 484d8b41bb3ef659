import { expect, test } from 'vitest';
import { residentMbOf } from './process-memory.ts';

test('the memory of a process grows with what it holds', async () => {
  const before = Number(await residentMbOf(process.pid));
  const held = Buffer.alloc(80_000_000, 1);
  expect(Number(await residentMbOf(process.pid)) - before).toBeGreaterThan(60);
  expect(held.at(-1)).toBe(1);
});

test('a process that is not there has none', async () => {
  expect(await residentMbOf(2 ** 30)).toBeUndefined();
});

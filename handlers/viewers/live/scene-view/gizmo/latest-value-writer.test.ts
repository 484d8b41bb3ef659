import { expect, test } from 'vitest';
import { createSteppedClock } from '../testing-stepped-clock.ts';
import { createLatestValueWriter } from './latest-value-writer.ts';

/** Creates a writer whose writes the test completes. */
const createPendingWrites = () => {
  const { clock, advance } = createSteppedClock();
  const written: number[] = [];
  const failures: unknown[] = [];
  const pendingWrites: { end(): void; fail(): void }[] = [];
  const writer = createLatestValueWriter<number>({
    write: (value) => {
      written.push(value);
      return new Promise((resolve, reject) =>
        pendingWrites.push({ end: () => resolve(undefined), fail: () => reject(new Error('refused')) }),
      );
    },
    onFailure: (failure) => failures.push(failure),
    clock,
  });
  return { writer, written, failures, pendingWrites, advance };
};

test('keeps only the latest value during a write, and always writes the last one', async () => {
  const { writer, written, pendingWrites, advance } = createPendingWrites();
  for (const value of [1, 2, 3]) writer.enqueue(value);
  await advance(500);
  expect(written).toEqual([1]);
  pendingWrites[0]?.end();
  await advance(0);
  expect(written).toEqual([1, 3]);
  writer.enqueue(4);
  pendingWrites[1]?.end();
  await advance(1000);
  expect(written).toEqual([1, 3, 4]);
  expect(writer.isBusy).toBe(true);
  pendingWrites[2]?.end();
  await advance(0);
  expect(writer.isBusy).toBe(false);
});

test('writes at most 30 times a second to a fast service', async () => {
  const { writer, written, pendingWrites, advance } = createPendingWrites();
  for (let ms = 0; ms < 1000; ms += 5) {
    writer.enqueue(ms);
    for (const { end } of pendingWrites.splice(0)) end();
    await advance(5);
    for (const { end } of pendingWrites.splice(0)) end();
  }
  await advance(100);
  expect(written.length).toBeGreaterThan(20);
  expect(written.length).toBeLessThanOrEqual(31);
  expect(written.at(-1)).toBe(995);
});

test('drops the pending value after a failed write', async () => {
  const { writer, written, failures, pendingWrites, advance } = createPendingWrites();
  writer.enqueue(1);
  writer.enqueue(2);
  const flushed = writer.flush();
  pendingWrites[0]?.fail();
  await advance(100);
  expect(written).toEqual([1]);
  expect(String(failures)).toBe('Error: refused');
  expect(await flushed).toBe(false);
  writer.enqueue(3);
  expect(written).toEqual([1, 3]);
});

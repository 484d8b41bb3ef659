import { expect, test } from 'vitest';
import { createSteppedClock } from '../testing-stepped-clock.ts';
import { createLatestValueWriter } from './latest-value-writer.ts';

/** Creates writes that the test completes. */
const createPendingWrites = () => {
  const { clock, pass } = createSteppedClock();
  const written: number[] = [];
  const failures: unknown[] = [];
  const under: { end(): void; fail(): void }[] = [];
  const writer = createLatestValueWriter<number>({
    write: (value) => {
      written.push(value);
      return new Promise((resolve, reject) =>
        under.push({ end: () => resolve(undefined), fail: () => reject(new Error('refused')) }),
      );
    },
    onFailure: (failure) => failures.push(failure),
    clock,
  });
  return { writer, written, failures, under, pass };
};

test('keeps only the latest value during a write, and always writes the last one', async () => {
  const { writer, written, under, pass } = createPendingWrites();
  for (const value of [1, 2, 3]) writer.enqueue(value);
  await pass(500);
  expect(written).toEqual([1]);
  under[0]?.end();
  await pass(0);
  expect(written).toEqual([1, 3]);
  writer.enqueue(4);
  under[1]?.end();
  await pass(1000);
  expect(written).toEqual([1, 3, 4]);
  expect(writer.isBusy).toBe(true);
  under[2]?.end();
  await pass(0);
  expect(writer.isBusy).toBe(false);
});

test('writes at most 30 times a second to a fast service', async () => {
  const { writer, written, under, pass } = createPendingWrites();
  for (let ms = 0; ms < 1000; ms += 5) {
    writer.enqueue(ms);
    for (const { end } of under.splice(0)) end();
    await pass(5);
    for (const { end } of under.splice(0)) end();
  }
  await pass(100);
  expect(written.length).toBeGreaterThan(20);
  expect(written.length).toBeLessThanOrEqual(31);
  expect(written.at(-1)).toBe(995);
});

test('drops the pending value after a failed write', async () => {
  const { writer, written, failures, under, pass } = createPendingWrites();
  writer.enqueue(1);
  writer.enqueue(2);
  under[0]?.fail();
  await pass(100);
  expect(written).toEqual([1]);
  expect(String(failures)).toBe('Error: refused');
  writer.enqueue(3);
  expect(written).toEqual([1, 3]);
});

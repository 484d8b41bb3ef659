import { expect, test } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

const measureAfter = (...runs: (readonly [steps: number, step: number])[]): number => {
  const stopwatch = new Stopwatch();
  for (const [steps, step] of runs) for (let count = 0; count < steps; count++) stopwatch.advance(step);
  return stopwatch.seconds();
};

test('equal steps do not accumulate errors: a million of them take exactly the expected time', () => {
  expect(measureAfter([1_000_000, 1 / 50])).toBe(20_000);
  expect(measureAfter([1_000_000, 1 / 10])).toBe(100_000);
  // The inverse of this rate cannot be represented exactly.
  expect(measureAfter([49, 1 / 49])).toBe(1);
});

test('steps that do not divide a second evenly are multiplied', () => {
  expect(measureAfter([3, 0.75])).toBe(2.25);
  expect(measureAfter([3, 2])).toBe(6);
});

test('pauses do not reduce precision', () => {
  const stopwatch = new Stopwatch();
  for (let count = 0; count < 60_000; count++) {
    stopwatch.advance(1 / 60);
    stopwatch.advance(0);
  }
  expect(stopwatch.seconds()).toBe(1000);
});

test('steps of several lengths add up, and steps of 0 seconds add nothing', () => {
  expect(measureAfter([60, 1 / 60], [30, 1 / 60 / 2], [5, 0], [60, 1 / 60])).toBe(2.25);
  expect(measureAfter()).toBe(0);
  expect(measureAfter([5, 0])).toBe(0);
});

import { expect, it } from 'vitest';
import { createTimeScale, formatMark } from './time-scale.ts';

it.each([
  [4, ['0 s', '0.5 s', '1 s', '1.5 s', '2 s', '2.5 s', '3 s', '3.5 s', '4 s']],
  [2.1, ['0 s', '0.5 s', '1 s', '1.5 s', '2 s', '2.5 s']],
  [90, ['0 s', '10 s', '20 s', '30 s', '40 s', '50 s', '60 s', '70 s', '80 s', '90 s']],
])('marks a timeline of %s seconds at round times', (seconds, marks) => {
  expect(createTimeScale(seconds).marks.map(formatMark)).toEqual(marks);
});

it('leaves a margin on both sides', () => {
  const { toFraction } = createTimeScale(4);
  expect([0, 2, 4].map((seconds) => toFraction(seconds).toFixed(2))).toEqual(['0.04', '0.50', '0.96']);
});

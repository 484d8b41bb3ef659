import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { createMeteredText } from './metered-text.ts';

/** Steps that finding a part in a text of two million characters costs. */
const costOf = (text: string): number => {
  let steps = 0;
  createMeteredText(text, RE2JS.compile('x'), (paid) => {
    steps += paid;
  }).indexOf('x');
  return steps;
};

const long = '-'.repeat(2_000_000);

test('what is found early is cheap, what is found late or not at all is paid for', () => {
  expect(costOf(`x${long}`)).toBe(0);
  expect(costOf(long)).toBeGreaterThan(2_000);
  expect(costOf(`${long}x`)).toBe(costOf(long));
});

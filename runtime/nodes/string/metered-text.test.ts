import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { createMeteredText } from './metered-text.ts';

/** Steps that finding a part in a text of two million characters costs. */
const measureSearchCost = (text: string): number => {
  let steps = 0;
  createMeteredText(text, RE2JS.compile('x'), (paid) => {
    steps += paid;
  }).indexOf('x');
  return steps;
};

const longText = '-'.repeat(2_000_000);

test('what is found early is cheap, what is found late or not at all is paid for', () => {
  expect(measureSearchCost(`x${longText}`)).toBe(0);
  expect(measureSearchCost(longText)).toBeGreaterThan(2_000);
  expect(measureSearchCost(`${longText}x`)).toBe(measureSearchCost(longText));
});

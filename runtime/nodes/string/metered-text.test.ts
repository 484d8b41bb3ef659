import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { createMeteredText } from './metered-text.ts';

/** Returns the number of steps charged for searching for a substring in a string of two million characters. */
const measureSearchCost = (text: string): number => {
  let steps = 0;
  createMeteredText(text, RE2JS.compile('x'), (charged) => {
    steps += charged;
  }).indexOf('x');
  return steps;
};

const longText = '-'.repeat(2_000_000);

test('an early match is cheap, a late or missing one costs steps', () => {
  expect(measureSearchCost(`x${longText}`)).toBe(0);
  expect(measureSearchCost(longText)).toBeGreaterThan(2_000);
  expect(measureSearchCost(`${longText}x`)).toBe(measureSearchCost(longText));
});

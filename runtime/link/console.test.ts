import { expect, test } from 'vitest';
import { createConsoleWriter, longestMessage } from './console.ts';

const write = createConsoleWriter('c', () => 0);

test('a message that is too long is cut, and its entry tells how long it was', () => {
  const whole = write({ severity: 'log', message: 'x'.repeat(longestMessage) });
  expect(whole.message).toHaveLength(longestMessage);
  expect(whole).not.toHaveProperty('truncated');
  const longer = write({ severity: 'log', message: 'x'.repeat(longestMessage + 1) });
  expect(longer).toMatchObject({ message: whole.message, truncated: longestMessage + 1 });
});

test('a message is not cut within a character', () => {
  const { message } = write({ severity: 'log', message: `${'x'.repeat(longestMessage - 1)}👋` });
  expect(message).toBe('x'.repeat(longestMessage - 1));
});

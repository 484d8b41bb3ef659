import { expect, test } from 'vitest';
import { createConsoleWriter, maxMessageLength } from './console-writer.ts';

const writeLine = createConsoleWriter('c', () => 0);

test('a message that is too long is cut, and its entry tells how long it was', () => {
  const whole = writeLine({ severity: 'log', message: 'x'.repeat(maxMessageLength) });
  expect(whole.message).toHaveLength(maxMessageLength);
  expect(whole).not.toHaveProperty('truncated');
  const longer = writeLine({ severity: 'log', message: 'x'.repeat(maxMessageLength + 1) });
  expect(longer).toMatchObject({ message: whole.message, truncated: maxMessageLength + 1 });
});

test('a message is not cut within a character', () => {
  const { message } = writeLine({ severity: 'log', message: `${'x'.repeat(maxMessageLength - 1)}👋` });
  expect(message).toBe('x'.repeat(maxMessageLength - 1));
});

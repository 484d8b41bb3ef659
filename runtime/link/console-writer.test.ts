import { expect, test } from 'vitest';
import { createConsoleWriter, maxMessageLength } from './console-writer.ts';

const writeLine = createConsoleWriter('c', () => 0);

test('truncates a message that is too long, and reports its length in the entry', () => {
  const fullMessage = writeLine({ severity: 'log', message: 'x'.repeat(maxMessageLength) });
  expect(fullMessage.message).toHaveLength(maxMessageLength);
  expect(fullMessage).not.toHaveProperty('truncated');
  const tooLong = writeLine({ severity: 'log', message: 'x'.repeat(maxMessageLength + 1) });
  expect(tooLong).toMatchObject({ message: fullMessage.message, truncated: maxMessageLength + 1 });
});

test('does not split a character when it truncates a message', () => {
  const { message } = writeLine({ severity: 'log', message: `${'x'.repeat(maxMessageLength - 1)}👋` });
  expect(message).toBe('x'.repeat(maxMessageLength - 1));
});

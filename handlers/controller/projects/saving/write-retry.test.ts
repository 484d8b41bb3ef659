import { expect, test } from 'vitest';
import { createWriteRetry } from './write-retry.ts';

test('an unknown failure is reported with the first line of its message', () => {
  const lines: string[] = [];
  const writeRetry = createWriteRetry(
    () => new Date(0),
    ({ message }) => lines.push(message),
  );
  writeRetry.recordFailure(
    'a.json',
    Object.assign(new Error('the tape is torn\n  at reel 4'), { code: 'ETAPE' }),
  );
  expect(lines.join()).toContain('a.json cannot be written: the tape is torn. The service tries again');
});

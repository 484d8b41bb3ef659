import { expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { truncateMiddle } from './truncate-middle.ts';

it('removes the middle of a long text without splitting a character', () => {
  const truncated = truncateMiddle(`'path' is '${'😀'.repeat(5_000)}'; expected another.`);
  expect(truncated.length).toBeLessThan(4_010);
  expect(truncated).toMatch(/^'path' is '😀.*😀 … 😀.*😀'; expected another\.$/u);
  expect(Buffer.from(truncated).toString()).toBe(truncated);
});

it('leaves a short text unchanged', () => {
  expect(truncateMiddle('x'.repeat(4_000))).toBe('x'.repeat(4_000));
});

it('prevents an error from echoing a huge request', () => {
  const path = 'x'.repeat(1_000_000);
  const details = { path, nearest: ['a'], line: 7 };
  const { error } = new ApiError(
    'INVALID_REQUEST',
    `'path' is '${path}'; expected a file.`,
    details,
  ).toEnvelope();
  expect(JSON.stringify(error).length).toBeLessThan(9_000);
  expect(error.message).toMatch(/^'path' is 'x+ … x+'; expected a file\. GET /);
  expect(error.details).toEqual({ path: truncateMiddle(path), nearest: ['a'], line: 7 });
});

it('truncates texts anywhere in the details', () => {
  const field = 'x'.repeat(1_000_000);
  const { details } = new ApiError('INVALID_REQUEST', 'No.', () => ({ issues: [{ field, index: 3 }] }));
  expect(details).toEqual({ issues: [{ field: truncateMiddle(field), index: 3 }] });
});

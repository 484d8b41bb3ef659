import { expect, it } from 'vitest';
import { Fault } from './errors.ts';
import { shortened } from './shortened.ts';

it('leaves out the middle of what is long, and halves no character', () => {
  const told = shortened(`'path' is '${'😀'.repeat(5_000)}'; expected another.`);
  expect(told.length).toBeLessThan(4_010);
  expect(told).toMatch(/^'path' is '😀.*😀 … 😀.*😀'; expected another\.$/u);
  expect(Buffer.from(told).toString()).toBe(told);
});

it('leaves the rest as it is', () => {
  expect(shortened('x'.repeat(4_000))).toBe('x'.repeat(4_000));
});

it('keeps a refusal from giving back what was sent', () => {
  const path = 'x'.repeat(1_000_000);
  const details = { path, nearest: ['a'], line: 7 };
  const { error } = new Fault(
    'INVALID_REQUEST',
    `'path' is '${path}'; expected a file.`,
    details,
  ).toEnvelope();
  expect(JSON.stringify(error).length).toBeLessThan(9_000);
  expect(error.message).toMatch(/^'path' is 'x+ … x+'; expected a file\. GET /);
  expect(error.details).toEqual({ path: shortened(path), nearest: ['a'], line: 7 });
});

it('does so wherever in its details that stands', () => {
  const field = 'x'.repeat(1_000_000);
  const { details } = new Fault('INVALID_REQUEST', 'No.', () => ({ issues: [{ field, index: 3 }] }));
  expect(details).toEqual({ issues: [{ field: shortened(field), index: 3 }] });
});

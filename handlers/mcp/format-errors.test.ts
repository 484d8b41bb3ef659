import { describe, expect, it } from 'vitest';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { formatToolError } from './format-errors.ts';

const formatTestError = (message: string, details: Readonly<Record<string, unknown>> = {}): string =>
  formatToolError(new SceneRuntimeError({ code: 'OBJECT_NOT_FOUND', message, details }));

describe('errors formatted for an agent', () => {
  it('puts the nearest names on one line and truncates long ones', () => {
    expect(formatTestError('No box.', { object: 'bxo', nearest: ['box', 'a\nball'] })).toBe(
      'OBJECT_NOT_FOUND: No box.\nNearest: box, a\\nball.',
    );
    expect(formatTestError('No box.', { nearest: ['b'.repeat(900)] })).toBe(
      `OBJECT_NOT_FOUND: No box.\nNearest: ${'b'.repeat(600)}… (900 characters).`,
    );
    expect(formatTestError('No box.', { nearest: [] })).toBe('OBJECT_NOT_FOUND: No box.\n{"nearest":[]}');
  });

  it('leaves out which route lists the names, and no other advice', () => {
    expect(formatTestError('No box. GET /api/graphs/a.b/nodes lists the nodes. Try 2.')).toBe(
      'OBJECT_NOT_FOUND: No box. Try 2.',
    );
    const hint = 'GET /api/graphs lists the paths in use; POST /api/graphs?replace=true takes one.';
    expect(formatTestError(`It is taken. ${hint}`)).toBe(`OBJECT_NOT_FOUND: It is taken. ${hint}`);
  });
});

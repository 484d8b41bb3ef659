import { expect, it } from 'vitest';
import { compileSchemaCheck } from './compile-schema-check.ts';

it('says what is wrong with a value', () => {
  const check = compileSchemaCheck({ type: 'object', required: ['count'] });
  expect(check?.({ count: 1 })).toBeUndefined();
  expect(check?.({})).toContain("required property 'count'");
});

it('takes schemas of one name for what each of them says', () => {
  const named = (type: string) => compileSchemaCheck({ $id: 'https://example.com/value', type });
  const checks = [named('string'), named('number')];
  expect(checks.map((check) => check?.('text') === undefined)).toEqual([true, false]);
});

it('cannot judge by what is no schema', () => {
  expect(compileSchemaCheck({ type: 'no such type' })).toBeUndefined();
  expect(compileSchemaCheck({ $ref: '#/definitions/nowhere' })).toBeUndefined();
});

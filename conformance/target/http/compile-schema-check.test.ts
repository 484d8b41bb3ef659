import { expect, it } from 'vitest';
import { compileSchemaCheck } from './compile-schema-check.ts';

it('says what is wrong with a value', () => {
  const check = compileSchemaCheck({ type: 'object', required: ['count'] });
  expect(check?.({ count: 1 })).toBeUndefined();
  expect(check?.({})).toContain("required property 'count'");
});

it('keeps schemas of the same name apart', () => {
  const compileNamed = (type: string) => compileSchemaCheck({ $id: 'https://example.com/value', type });
  const checks = [compileNamed('string'), compileNamed('number')];
  expect(checks.map((check) => check?.('text') === undefined)).toEqual([true, false]);
});

it('does not check against an invalid schema', () => {
  expect(compileSchemaCheck({ type: 'no such type' })).toBeUndefined();
  expect(compileSchemaCheck({ $ref: '#/definitions/nowhere' })).toBeUndefined();
});

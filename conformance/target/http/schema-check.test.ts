import { expect, it } from 'vitest';
import { schemaCheck } from './schema-check.ts';

it('says what is wrong with a value', () => {
  const check = schemaCheck({ type: 'object', required: ['count'] });
  expect(check?.({ count: 1 })).toBeUndefined();
  expect(check?.({})).toContain("required property 'count'");
});

it('takes schemas of one name for what each of them says', () => {
  const named = (type: string) => schemaCheck({ $id: 'https://example.com/value', type });
  const checks = [named('string'), named('number')];
  expect(checks.map((check) => check?.('text') === undefined)).toEqual([true, false]);
});

it('cannot judge by what is no schema', () => {
  expect(schemaCheck({ type: 'no such type' })).toBeUndefined();
  expect(schemaCheck({ $ref: '#/definitions/nowhere' })).toBeUndefined();
});

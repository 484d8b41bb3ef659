import { describe, expect, it } from 'vitest';
import { compileSchemaCheck, toJsonSchema } from './openapi-to-json-schema.ts';

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

const isAccepted = (schema: unknown, value: unknown): boolean | undefined => {
  const check = compileSchemaCheck(toJsonSchema(schema) as Record<string, unknown>);
  return check && check(value) === undefined;
};

describe('a schema of OpenAPI', () => {
  it.each([
    [{ type: 'string', nullable: true }, null, true],
    [{ type: 'string', nullable: true }, 7, false],
    [{ type: 'string', nullable: false }, null, false],
    [{ type: 'string', enum: ['a'], nullable: true }, null, true],
    [{ minimum: 1 }, 1, true],
    [{ minimum: 1 }, 0.9, false],
    [{ minimum: 1, exclusiveMinimum: true }, 1, false],
    [{ minimum: 1, exclusiveMinimum: false }, 1, true],
    [{ exclusiveMinimum: 1 }, 1, false],
    [{ maximum: 2, exclusiveMaximum: true }, 2, false],
    [{ maximum: 2, exclusiveMaximum: true }, 1.9, true],
    [{ minimum: 0, exclusiveMinimum: 1 }, 1, false],
    [{ items: { type: 'integer', nullable: true } }, [1, null], true],
    [{ items: { type: 'integer', nullable: true } }, [1, 'two'], false],
    [{ anyOf: [{ type: 'integer', nullable: true }, { type: 'string' }] }, null, true],
  ])('%j accepts %j: %s', (schema, value, isValid) => {
    expect(isAccepted(schema, value)).toBe(isValid);
  });

  it('may have properties named like keywords', () => {
    const schema = {
      properties: { nullable: { type: 'boolean' }, example: { type: 'string' }, 'x-a': { type: 'string' } },
      required: ['example'],
    };
    expect(isAccepted(schema, { nullable: true, example: 'a', 'x-a': 'b' })).toBe(true);
    expect(isAccepted(schema, { nullable: 'yes', example: 'a' })).toBe(false);
    expect(isAccepted(schema, { example: 1 })).toBe(false);
    expect(isAccepted(schema, { example: 'a', 'x-a': 1 })).toBe(false);
    expect(isAccepted(schema, {})).toBe(false);
  });

  it('keeps values that look like schemas', () => {
    const value = { nullable: true, example: 1 };
    expect(isAccepted({ enum: [value] }, value)).toBe(true);
    expect(isAccepted({ const: value }, value)).toBe(true);
  });

  it('is read without annotations', () => {
    const schema = {
      type: 'string',
      example: 7,
      deprecated: true,
      externalDocs: { url: 'a' },
      'x-choice': 'C-1',
    };
    expect(toJsonSchema(schema)).toEqual({ type: 'string' });
  });

  it('names components by the document that they are registered under', () => {
    expect(toJsonSchema({ $ref: '#/components/schemas/Node' })).toEqual({
      $ref: 'urn:conformance:components#/definitions/Node',
    });
  });
});

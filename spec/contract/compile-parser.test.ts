import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { actionsByName } from '../actions/index.ts';
import { hub } from '../hub.ts';
import { operations } from '../rest/index.ts';
import { compileParser } from './compile-parser.ts';
import type { OperationSpec } from './operation-spec.ts';

/** All request schemas: REST bodies, action parameters and hub arguments. */
const schemas: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries<OperationSpec>(operations).flatMap(([id, { body }]) =>
    body ? [[id, body] as const] : [],
  ),
  ...[...actionsByName.values()].map(({ name, spec }) => [name, spec.parameters] as const),
  ...Object.entries(hub).flatMap(([name, { args, direction }]) =>
    direction === 'client-to-server' ? [[name, args] as const] : [],
  ),
];

const arbitraryJson = fc.oneof(
  fc.jsonValue({ maxDepth: 2, noNullPrototype: true } as object),
  fc.constant('__proto__'),
  fc.constant(-0),
);

/** Creates a fast-check arbitrary whose values are mostly valid for the schema. */
const arbitraryValues = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: arbitraryValidValues(schema) }, { weight: 1, arbitrary: arbitraryJson });

const arbitraryValidValues = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  if (schema instanceof z.ZodObject) return arbitraryObjects(schema);
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryValues(schema.element as z.ZodType), { maxLength: 3 });
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(
      fc.oneof(fc.string(), fc.constant('__proto__')),
      arbitraryValues(schema.valueType as z.ZodType),
      { noNullPrototype: true },
    );
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fc.oneof(arbitraryValidValues(schema.unwrap() as z.ZodType), fc.constant(null));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodString) return fc.string();
  if (schema instanceof z.ZodNumber) return fc.oneof(fc.integer({ min: -3, max: 40 }), fc.double());
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  return arbitraryJson;
};

const arbitraryObjects = ({ shape }: z.ZodObject): fc.Arbitrary<unknown> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(shape).map(([name, field]) => [name, arbitraryValues(field as z.ZodType)]),
      ),
      { requiredKeys: [] },
    )
    .chain((object) =>
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(object) },
        { weight: 1, arbitrary: arbitraryJson.map((value) => ({ ...object, undeclared: value })) },
        { weight: 1, arbitrary: fc.constant({ ...object, undeclared: undefined }) },
      ),
    );

/** Whether `whole` has every key that `part` has, at all levels. */
const containsAllKeys = (whole: unknown, part: unknown): boolean => {
  if (typeof part !== 'object' || part === null) return true;
  return Object.keys(part).every(
    (key) =>
      Object.hasOwn(whole as object, key) &&
      containsAllKeys((whole as Record<string, unknown>)[key], (part as Record<string, unknown>)[key]),
  );
};

describe('a compiled parser', () => {
  let accepted = 0;
  const parsers = schemas.flatMap(([name, schema]) => {
    const parse = compileParser(schema);
    return parse ? [{ name, schema, parse }] : [];
  });

  it.each(parsers)(
    'returns for $name what zod returns, with everything that was sent',
    ({ schema, parse }) => {
      fc.assert(
        fc.property(arbitraryValues(schema), (value) => {
          const before = structuredClone(value);
          const parsed = parse(value);
          expect(value).toEqual(before);
          if (parsed === undefined) return;
          accepted += 1;
          const { data } = schema.safeParse(value);
          expect(parsed).toStrictEqual(data);
          expect(JSON.stringify(parsed)).toBe(JSON.stringify(data));
          expect(containsAllKeys(parsed, value)).toBe(true);
        }),
      );
    },
  );

  it('accepts most valid values', () => {
    expect(accepted).toBeGreaterThan(10 * parsers.length);
  });

  it.each([
    ['multiples', z.number().multipleOf(5)],
    ['strings with a pattern', z.string().regex(/^[0-4]$/)],
    ['strings with a length', z.string().length(1)],
    ['open bounds', z.number().gt(1).lt(4)],
  ])('rejects what zod rejects: %s', (_, schema) => {
    const parse = compileParser(z.object({ value: schema })) ?? (() => undefined);
    for (const number of [0, 1, 2, 3, 4, 5, 6, 10, 12]) {
      for (const value of [number, String(number)]) {
        if (parse({ value }) !== undefined) expect(schema.safeParse(value).success, `${value}`).toBe(true);
      }
    }
  });

  it('does not share the default value of a schema', () => {
    const parse = compileParser(z.object({ list: z.array(z.string()).default(['usual']) }))!;
    const first = parse({}) as { list: string[] };
    first.list.push('changed');
    expect(parse({})).toEqual({ list: ['usual'] });
  });
});

it('knows the definitions of the installed version of zod', () => {
  expect(z.core.version).toMatchObject({ major: 4, minor: 6 });
});

test.each([
  ['operations', operations.buildGraph.body, { nodes: [], connections: [] }],
  ['a value', operations.setPortValue.body, { value: { x: 1 } }],
  ['a command', hub.SendAction.args, { command: { Action: 'a', Parameters: null, RequestId: 'r' } }],
])('accepts valid %s without zod', (_, schema, value) => {
  expect(compileParser(schema)!(value)).toEqual(schema.parse(value));
});

test.each([
  ['is transformed', z.object({ text: z.string().trim() })],
  ['is refined', z.object({ a: z.string() }).refine(({ a }) => a !== 'b')],
  ['has a format', z.object({ id: z.uuid() })],
  ['allows more keys', z.looseObject({ a: z.string() })],
  ['is a union', z.union([z.string(), z.number()])],
  ['has the name of an object method', z.object({ constructor: z.string() })],
])('a schema for something that %s is left to zod', (_, schema) => {
  expect(compileParser(schema)).toBeUndefined();
});

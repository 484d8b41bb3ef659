import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { actionsByName } from '../actions/index.ts';
import { hub } from '../hub.ts';
import { operations } from '../rest/index.ts';
import { compileParser } from './compile-parser.ts';
import type { OperationSpec } from './operation-spec.ts';

/** Everything that callers may send. */
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

/** What a schema may take, and now and then what it does not. */
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

/** Whether everything that a value names is also named by another. */
const containsAllKeys = (whole: unknown, part: unknown): boolean => {
  if (typeof part !== 'object' || part === null) return true;
  return Object.keys(part).every(
    (key) =>
      Object.hasOwn(whole as object, key) &&
      containsAllKeys((whole as Record<string, unknown>)[key], (part as Record<string, unknown>)[key]),
  );
};

describe('what is accepted', () => {
  let accepted = 0;
  const accepting = schemas.flatMap(([name, schema]) => {
    const accept = compileParser(schema);
    return accept ? [{ name, schema, accept }] : [];
  });

  it.each(accepting)('of $name is what zod makes of it, and all that was sent', ({ schema, accept }) => {
    fc.assert(
      fc.property(arbitraryValues(schema), (value) => {
        const before = structuredClone(value);
        const own = accept(value);
        expect(value).toEqual(before);
        if (own === undefined) return;
        accepted += 1;
        const { data } = schema.safeParse(value);
        expect(own).toStrictEqual(data);
        expect(JSON.stringify(own)).toBe(JSON.stringify(data));
        expect(containsAllKeys(own, value)).toBe(true);
      }),
    );
  });

  it('is much of what may be sent', () => {
    expect(accepted).toBeGreaterThan(10 * accepting.length);
  });

  it.each([
    ['multiples', z.number().multipleOf(5)],
    ['texts of a form', z.string().regex(/^[0-4]$/)],
    ['texts of a length', z.string().length(1)],
    ['open bounds', z.number().gt(1).lt(4)],
  ])('of %s are none that zod refuses', (_, schema) => {
    const accept = compileParser(z.object({ value: schema })) ?? (() => undefined);
    for (const number of [0, 1, 2, 3, 4, 5, 6, 10, 12]) {
      for (const value of [number, String(number)]) {
        if (accept({ value }) !== undefined) expect(schema.safeParse(value).success, `${value}`).toBe(true);
      }
    }
  });

  it('holds no part of what was declared as usual', () => {
    const accept = compileParser(z.object({ list: z.array(z.string()).default(['usual']) }))!;
    const first = accept({}) as { list: string[] };
    first.list.push('changed');
    expect(accept({})).toEqual({ list: ['usual'] });
  });
});

test.each([
  ['operations', operations.buildGraph.body, { nodes: [], connections: [] }],
  ['a value', operations.setPortValue.body, { value: { x: 1 } }],
  ['a command', hub.SendAction.args, { command: { Action: 'a', Parameters: null, RequestId: 'r' } }],
])('%s as they should be are never left to zod', (_, schema, value) => {
  expect(compileParser(schema)!(value)).toEqual(schema.parse(value));
});

test.each([
  ['is changed on its way', z.object({ text: z.string().trim() })],
  ['is refined', z.object({ a: z.string() }).refine(({ a }) => a !== 'b')],
  ['has a form', z.object({ id: z.uuid() })],
  ['may hold more', z.looseObject({ a: z.string() })],
  ['is one of several', z.union([z.string(), z.number()])],
  ['is named like a method of every object', z.object({ constructor: z.string() })],
])('a schema of what %s is left to zod', (_, schema) => {
  expect(compileParser(schema)).toBeUndefined();
});

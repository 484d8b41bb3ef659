import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionsByName } from '#spec/actions/index.ts';
import { hub } from '#spec/hub.ts';
import { operations } from '#spec/rest/index.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { createUnknownFieldFinder } from './ignored-fields.ts';

const findUnknownPaths = (schema: z.ZodType, value: unknown, foldCase = false): string[] => {
  const paths: string[] = [];
  createUnknownFieldFinder(schema, 'body', { foldCase })(value, {
    report: ({ parentPath, indexes, name }) =>
      paths.push([...parentPath, name].join('.').concat(indexes.length > 0 ? ` at ${indexes}` : '')) > 0,
  });
  return paths;
};

const part = z.object({ a: z.number() });

describe('a field that a schema does not declare', () => {
  it('is found in objects within lists and within optional values', () => {
    const schema = z.object({ list: z.array(z.array(part)).default([]), one: part.nullish() });
    expect(
      findUnknownPaths(schema, { list: [[{ a: 1 }], [{ a: 1 }, { b: 1 }]], one: { c: 1 }, two: {} }),
    ).toEqual(['body.list.*.*.b at 1,1', 'body.one.c', 'body.two']);
  });

  it('is not searched for in a list that exceeds its limit', () => {
    const schema = z.object({ list: z.array(part).max(2) });
    expect(findUnknownPaths(schema, { list: [{ b: 1 }, {}, {}] })).toEqual([]);
    expect(findUnknownPaths(schema, { list: [{ b: 1 }, {}] })).toEqual(['body.list.*.b at 0']);
  });

  it('is not searched for where anything is allowed, or where the schema itself rejects it', () => {
    const schema = z.object({
      any: z.unknown(),
      record: z.record(z.string(), z.unknown()),
      loose: z.looseObject({}),
      strict: z.strictObject({}),
    });
    const sample = { x: 1 };
    expect(findUnknownPaths(schema, { any: sample, record: sample, loose: sample, strict: sample })).toEqual(
      [],
    );
  });

  it('ignores values of other types', () => {
    for (const value of [undefined, null, 1, 'text', [{ b: 1 }]])
      expect(findUnknownPaths(part, value)).toEqual([]);
    expect(findUnknownPaths(z.array(part), { 0: { b: 1 } })).toEqual([]);
  });

  it('may differ only in case, unless case is ignored', () => {
    expect(findUnknownPaths(part, { A: 1 })).toEqual(['body.A']);
    expect(findUnknownPaths(part, { A: 1 }, true)).toEqual([]);
  });
});

/**
 * Finds all object schemas that drop unknown fields.
 * @returns for each of these schemas, whether the search for unknown fields reaches the schema
 */
const findDroppingObjects = (schema: unknown, isSeen = true): boolean[] => {
  if (!(schema instanceof z.ZodType)) return [];
  const def = schema.def as unknown as Record<string, unknown>;
  const children = [def.element, def.innerType, def.in, def.out, def.valueType, def.left, def.right];
  const options = Array.isArray(def.options) ? def.options : [];
  const shape = schema instanceof z.ZodObject ? Object.values(schema.shape) : [];
  const ownChecks = schema instanceof z.ZodObject && !schema.def.catchall ? [isSeen] : [];
  const isPassed = isSeen && !(def.valueType || def.left || options.length > 0 || def.catchall);
  return [
    ...ownChecks,
    ...[...children, ...options, ...shape].flatMap((child) => findDroppingObjects(child, isPassed)),
  ];
};

describe('the contract hides no object that drops fields', () => {
  const bodies = Object.entries(operations as Record<string, OperationSpec>).flatMap(([id, { body }]) =>
    body ? [[id, body] as const] : [],
  );
  const methods = Object.entries(hub).map(([name, { args }]) => [name, args] as const);

  it.each([...bodies, ...methods])('in the input of %s', (_, schema) => {
    expect(findDroppingObjects(schema)).not.toContain(false);
  });

  it('in the parameters of an action, whose unknown names are always rejected', () => {
    const nested = [...actionsByName.values()].filter(({ spec }) =>
      Object.values(spec.parameters.shape).some((parameter) => findDroppingObjects(parameter).length > 0),
    );
    expect(nested.map(({ name }) => name)).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import * as z from 'zod';
import { mapSchema, mergeComponents, listReachableComponents, renderSchema } from './json-schema.ts';
import { markChoice } from './choice-marks.ts';

const Leaf = z.object({ value: z.number() }).meta({ id: 'Leaf' });

test('renders named schemas as components that the result refers to', () => {
  const { schema, components } = renderSchema(z.array(Leaf), 'output');
  expect(schema).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Leaf' } });
  expect(components).toEqual({
    Leaf: { type: 'object', properties: { value: { type: 'number' } }, required: ['value'] },
  });
});

test('leaves responses open, and keeps in requests what they forbid', () => {
  const strict = z.strictObject({ a: z.string() });
  expect(renderSchema(strict, 'output').schema).not.toHaveProperty('additionalProperties');
  expect(renderSchema(strict, 'input').schema).toHaveProperty('additionalProperties', false);
});

test('renders a format without its pattern, and leaves out the bounds of every integer', () => {
  expect(renderSchema(z.object({ id: z.uuid(), n: z.int() }), 'output').schema.properties).toEqual({
    id: { type: 'string', format: 'uuid' },
    n: { type: 'integer' },
  });
});

test('keeps the component name of a chosen schema apart from the mark', () => {
  const { schema, components } = renderSchema(z.array(markChoice('C-99', Leaf)), 'output');
  expect(schema.items).toEqual({ 'x-choice': 'C-99', allOf: [{ $ref: '#/components/schemas/Leaf' }] });
  expect(components.Leaf).not.toHaveProperty('x-choice');
});

test('distinguishes properties from keywords of the same name', () => {
  const schema = { type: 'object', properties: { items: { type: 'string' }, pattern: { type: 'number' } } };
  const visited = mapSchema(schema, (part) => ({ ...part, seen: true }));
  expect(visited).toEqual({
    type: 'object',
    properties: { items: { type: 'string', seen: true }, pattern: { type: 'number', seen: true } },
    seen: true,
  });
});

test('rejects one name for two different schemas, and says which name', () => {
  const twice = [{ Thing: { type: 'string' } }, { Thing: { type: 'string' } }];
  expect(mergeComponents(twice)).toEqual({ Thing: { type: 'string' } });
  expect(() => mergeComponents([...twice, { Thing: { type: 'number' } }])).toThrow(/Thing/);
});

test('finds components through other components, even in cycles', () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const components = { A: { items: to('B') }, B: { items: to('A') }, C: to('A') };
  expect(Object.keys(listReachableComponents(to('A'), components))).toEqual(['A', 'B']);
});

test('lists null in a nullable enum', () => {
  const rendered = renderSchema(z.enum(['a', 'b']).nullable(), 'output').schema;
  expect(rendered).toMatchObject({ nullable: true, enum: ['a', 'b', null] });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionsByName, actionsBySpec } from './index.ts';
import { parseParameters } from './parse-parameters.ts';

describe.each([...actionsBySpec.values()])('the schema of $name', ({ spec }) => {
  it.each([
    ['parameter', spec.parameters, 'input'],
    ['result field', spec.result, 'output'],
  ] as const)('describes every %s', (_, schema, io) => {
    const { properties = {} } = z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });
    for (const [name, property] of Object.entries(properties)) {
      expect(property, name).toMatchObject({ description: expect.stringMatching(/\w+ \w+/) });
    }
  });
});

it.each([...actionsByName.values()].filter(({ spec }) => spec.example))(
  'the example of $name is a valid call',
  (action) => {
    expect(() => parseParameters(action, action.spec.example ?? {})).not.toThrow();
  },
);

/** Returns every schema that is nested in the given schema. */
const listSchemas = (schema: unknown): readonly z.core.JSONSchema.BaseSchema[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(listSchemas);
  return 'type' in schema ? [schema as z.core.JSONSchema.BaseSchema, ...inner] : inner;
};

it.each([...actionsBySpec.values()])(
  'the result of $name describes the fields of its records',
  ({ spec }) => {
    const schemas = listSchemas(z.toJSONSchema(spec.result, { io: 'output', unrepresentable: 'any' }));
    const undescribed = schemas.filter(
      ({ type, properties = {}, additionalProperties }) =>
        type === 'object' && Object.keys(properties).length === 0 && typeof additionalProperties !== 'object',
    );
    expect(undescribed).toEqual([]);
  },
);

describe('the port type of a parameter', () => {
  it.each([
    ['tween.position', 'position', 'Vector3'],
    ['tween.position', 'object', 'ObjectSelector'],
    ['scene.setColor', 'color', 'Color'],
    ['scene.spawn', 'rotation', 'Vector3'],
    ['scene.spawn', 'parent', 'ObjectSelector'],
  ])('%s %s is marked %s', (name, parameter, portType) => {
    const { parameters } = actionsByName.get(name.toLowerCase())!.spec;
    const { properties = {} } = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' });
    expect(properties[parameter]).toMatchObject({ 'x-port-type': portType });
  });
});

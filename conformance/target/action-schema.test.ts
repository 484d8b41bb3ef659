import { describe, expect, it } from 'vitest';
import { parseActionSchema, findWrongTypeValue } from './action-schema.ts';
import { createFields } from './undocumented-fields.ts';
import { createFieldSource } from './field-readers/field-source.ts';

const fields = createFields(
  createFieldSource({ paths: {} }).createLookup({ requirements: [] }),
  () => undefined,
);
const object = { type: 'string' };
const time = { type: 'number', default: 1 };

const schema = { type: 'object', properties: { object, time }, required: ['object'] };
const tween = {
  name: 'tween.position',
  parameters: [
    { name: 'object', schema: object, required: true },
    { name: 'time', schema: time, required: false },
  ],
};

describe('the actions of a schema', () => {
  it.each([
    [
      'records in groups',
      { categories: [{ name: 'tween', actions: [{ name: 'position', parameters: schema }] }] },
    ],
    ['full names', { count: 1, actions: [{ name: 'tween.position', params: schema }] }],
    ['full names as keys', { 'tween.position': { description: 'Moves', parameters: schema } }],
    ['keys in groups', { tween: { position: { parameters: schema } } }],
    ['a category beside the name', [{ category: 'tween', action: 'position', parameters: schema }]],
    ['display names', { tween: { position: { name: 'Tween a position', parameters: schema } } }],
    ['a schema of the body', { tween: { position: { schema } } }],
    [
      'references',
      {
        actions: [{ name: 'tween.position', parameters: { $ref: '#/components/schemas/Tween' } }],
        components: { schemas: { Tween: schema } },
      },
    ],
    [
      'parameters by name',
      { tween: { position: { parameters: { object: { ...object, required: true }, time } } } },
    ],
    [
      'a list of parameters',
      {
        'tween.position': {
          parameters: [
            { name: 'object', schema: object, required: true },
            { name: 'time', schema: time },
          ],
        },
      },
    ],
  ])('are read from %s', (_, document) => {
    expect(parseActionSchema(document, fields)).toMatchObject([
      {
        ...tween,
        parameters: tween.parameters.map((one) => ({ ...one, schema: expect.objectContaining(one.schema) })),
      },
    ]);
  });

  it('are empty if a schema has only names, or nothing', () => {
    expect(parseActionSchema({ actions: ['tween.position', 'log.console'] }, fields)).toEqual([]);
    expect(parseActionSchema('tween.position', fields)).toEqual([]);
    expect(parseActionSchema(undefined, fields)).toEqual([]);
  });

  it('include route and result, and recursive schemas end', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#/components/schemas/Tree' } } };
    const document = {
      actions: [
        {
          name: 'scene.objects.list',
          route: 'POST /api/actions/scene/objects/list',
          parameters: {},
          returns: { $ref: '#/components/schemas/Tree' },
        },
      ],
      components: { schemas: { Tree: tree } },
    };
    expect(parseActionSchema(document, fields)).toEqual([
      {
        name: 'scene.objects.list',
        path: '/api/actions/scene/objects/list',
        parameters: [],
        result: { type: 'object', properties: { next: {} } },
      },
    ]);
  });
});

describe('a value of a wrong type', () => {
  it.each([
    [{ type: 'string' }, { no: 'such value' }],
    [{ type: ['number', 'null'] }, { no: 'such value' }],
    [{ type: 'string', nullable: true }, { no: 'such value' }],
    [{ type: 'object', nullable: true }, 'no such value'],
    [{ anyOf: [{ type: 'object' }, { type: 'array' }, { type: 'number' }] }, 'no such value'],
  ])('for %j is %j', (one, invalid) => {
    expect(findWrongTypeValue(one)).toEqual(invalid);
  });

  it.each([
    {},
    { type: 'Vector3' },
    { enum: [1, 2] },
    { anyOf: [{ type: 'object' }, { type: 'string' }] },
    { anyOf: [{ type: 'number' }, {}] },
    { nullable: true },
    { allOf: [{ type: 'number' }] },
  ])('is absent for %j, which does not say clearly what it accepts', (one) => {
    expect(findWrongTypeValue(one)).toBeUndefined();
  });
});

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { toJsonSchema } from '../target/http/openapi-to-json-schema.ts';
import { listOperations, toRequestTarget } from './openapi-operations.ts';
import { listVariations } from './request-variations.ts';
import { createExample } from './schema-examples.ts';

const [rename] = listOperations({
  paths: {
    '/api/things/{thingId}': {
      put: {
        operationId: 'renameThing',
        security: [{ apiKey: [] }],
        parameters: [
          { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'sync', in: 'query', required: false, schema: { type: 'boolean' } },
          { name: 'note', in: 'query', required: false, schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            },
          },
        },
        'x-body-limit': 10,
        responses: {
          200: {},
          400: { 'x-error-codes': ['INVALID_REQUEST'] },
          401: {},
          404: { 'x-error-codes': ['THING_NOT_FOUND'] },
          413: {},
          415: {},
        },
      },
    },
  },
});

const validRequest = { operation: rename!, params: { thingId: 'a b' }, query: {}, json: { name: 'new' } };
const variations = listVariations(rename!, {});
const applyVariation = (factor: string) =>
  variations.find((change) => change.factor === factor)!.apply(validRequest);

describe('the variations of a valid request', () => {
  it('are those with a documented error, and have its code if only one is possible', () => {
    expect(variations.map(({ factor, status, code }) => [factor, status, code])).toEqual([
      ['token', '401', undefined],
      ['malformed body', '400', 'INVALID_REQUEST'],
      ['media type', '415', undefined],
      ['wrong type', '400', undefined],
      ['missing body', '400', 'INVALID_REQUEST'],
      ['missing field', '400', undefined],
      ['size', '413', undefined],
      ['absent id', '404', 'THING_NOT_FOUND'],
      ['query', '400', undefined],
    ]);
  });

  it('change one factor each', () => {
    expect(toRequestTarget(validRequest)).toBe('/api/things/a%20b');
    expect(toRequestTarget(applyVariation('absent id'))).toBe(`/api/things/${nonexistentId}`);
    expect(toRequestTarget(applyVariation('query'))).toBe('/api/things/a%20b?sync=no-such-value');
    expect(applyVariation('token')).toEqual({ ...validRequest, token: null });
    expect(applyVariation('missing field').json).toEqual({});
    expect(applyVariation('missing body')).not.toHaveProperty('json');
    expect(applyVariation('wrong type').json).toEqual({ name: { unexpected: true } });
    expect(() => JSON.parse(applyVariation('malformed body').body ?? '')).toThrow(SyntaxError);
    expect(JSON.parse(applyVariation('size').body ?? '')).toHaveLength(10);
  });
});

describe('an example', () => {
  it.each([
    { type: 'object', properties: { a: { type: 'string', minLength: 3 }, b: {} }, required: ['a'] },
    { type: 'array', items: { type: 'integer', minimum: 5 }, minItems: 1 },
    { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    { type: 'string', enum: ['x', 'y'] },
    { $ref: '#/components/schemas/Thing' },
  ])('is valid by its schema: %j', (schema) => {
    const components = { Thing: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } };
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'urn:conformance:components', definitions: components });
    const example = createExample(schema, components);
    expect(ajv.validate(toJsonSchema(schema) as object, example)).toBe(true);
  });

  it('has the given values in their fields', () => {
    const schema = { type: 'object', properties: { category: { type: 'string' }, other: {} } };
    expect(createExample({ type: 'array', items: schema }, {}, { category: 'Note' })).toEqual([
      { category: 'Note' },
    ]);
  });
});

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { toJsonSchema } from '../target/http/json-schema.ts';
import { absentId } from '../lab/lab.ts';
import { changesOf } from './changes.ts';
import { operationsOf } from './document.ts';
import { exampleOf } from './example.ts';
import { targetOfRequest } from './request.ts';

const [rename] = operationsOf({
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

const valid = { operation: rename!, params: { thingId: 'a b' }, query: {}, json: { name: 'new' } };
const changes = changesOf(rename!, {});
const changed = (factor: string) => changes.find((change) => change.factor === factor)!.apply(valid);

describe('the changes of a valid request', () => {
  it('are those that the document has an answer to, with the code that it leaves', () => {
    expect(changes.map(({ factor, status, code }) => [factor, status, code])).toEqual([
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
    expect(targetOfRequest(valid)).toBe('/api/things/a%20b');
    expect(targetOfRequest(changed('absent id'))).toBe(`/api/things/${absentId}`);
    expect(targetOfRequest(changed('query'))).toBe('/api/things/a%20b?sync=no-such-value');
    expect(changed('token')).toEqual({ ...valid, token: null });
    expect(changed('missing field').json).toEqual({});
    expect(changed('missing body')).not.toHaveProperty('json');
    expect(changed('wrong type').json).toEqual({ name: { unexpected: true } });
    expect(() => JSON.parse(changed('malformed body').body ?? '')).toThrow(SyntaxError);
    expect(JSON.parse(changed('size').body ?? '')).toHaveLength(10);
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
    const example = exampleOf(schema, components);
    expect(ajv.validate(toJsonSchema(schema) as object, example)).toBe(true);
  });

  it('has named values where they belong', () => {
    const schema = { type: 'object', properties: { category: { type: 'string' }, other: {} } };
    expect(exampleOf({ type: 'array', items: schema }, {}, { category: 'Note' })).toEqual([
      { category: 'Note' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { createResponseValidator, findEnvelopeError } from './response-validator.ts';

const validate = createResponseValidator({
  paths: {
    '/api/things/{id}': {
      get: {
        operationId: 'getThing',
        responses: {
          '2XX': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        },
      },
    },
    '/api/things/{id}/open': {
      get: {
        operationId: 'getOpen',
        responses: { '2XX': { content: { 'application/json': { schema: {} } } } },
      },
    },
    '/api/things': {
      get: {
        operationId: 'listThings',
        responses: {
          '2XX': {
            'x-stated': 'A list of things',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: { $ref: '#/components/schemas/Thing' },
                  'x-wrapped': { type: 'object', required: ['totalCount', 'items'] },
                },
              },
            },
          },
        },
      },
    },
    '/api/things/special': { get: { operationId: 'getSpecial', responses: { '200': {} } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          parent: { type: 'string', nullable: true },
          weight: { type: 'number', minimum: 0, exclusiveMinimum: true },
        },
      },
    },
  },
});

const createReplyWith = (status: number, json: unknown) => ({ status, json });

describe('validation of a response', () => {
  it('finds nothing wrong with the documented shape and unknown fields', () => {
    expect(
      validate('GET', '/api/things/1', createReplyWith(200, { id: 'a', parent: null, more: true })),
    ).toEqual([]);
    expect(validate('GET', '/api/things/1', createReplyWith(203, { id: 'a', weight: 0.5 }))).toEqual([]);
  });

  it('names operation, location and reason of a violation', () => {
    expect(validate('GET', '/api/things/1', createReplyWith(200, { parent: 7 }))).toEqual([
      { operation: 'getThing', kind: 'schema', message: expect.stringContaining('id') as string },
    ]);
    expect(validate('GET', '/api/things/1?x=1', createReplyWith(200, { id: 'a', weight: 0 }))).toHaveLength(
      1,
    );
  });

  it('quotes the statement that is violated, and reports a violation in a list once', () => {
    expect(validate('GET', '/api/things', createReplyWith(200, [{}, { id: 7 }, { id: 8 }]))).toEqual([
      {
        operation: 'listThings',
        kind: 'schema',
        message: "/* must have required property 'id'; /*/id must be string",
        stated: 'A list of things',
      },
    ]);
  });

  it('expects the record of a list with wrap=true, where the document describes it', () => {
    const wrapped = '/api/things?limit=1&wrap=true';
    expect(validate('GET', wrapped, createReplyWith(200, { totalCount: 0, items: [] }))).toEqual([]);
    expect(validate('GET', wrapped, createReplyWith(200, []))).toHaveLength(1);
    expect(validate('GET', '/api/things?wrap=false', createReplyWith(200, []))).toEqual([]);
    expect(validate('GET', '/api/things', createReplyWith(200, { totalCount: 0, items: [] }))).toHaveLength(
      1,
    );
  });

  it('checks nothing about an undocumented response, not even that it exists', () => {
    for (const json of [undefined, 'done', true, {}]) {
      expect(validate('GET', '/api/things/1/open', createReplyWith(200, json))).toBeUndefined();
    }
    expect(validate('GET', '/api/things/1', createReplyWith(200, undefined))).toHaveLength(1);
  });

  it('ignores the hub, and checks the catalog of its events', () => {
    for (const path of ['/api/events', '/api/events/negotiate'])
      expect(validate('GET', path, createReplyWith(426, 'use a WebSocket'))).toBeUndefined();
    expect(validate('GET', '/api/events/types', createReplyWith(401, 'no'))).toHaveLength(1);
  });

  it('ignores undocumented routes and statuses', () => {
    expect(validate('GET', '/api/elsewhere', createReplyWith(200, 1))).toBeUndefined();
    expect(validate('GET', '/api/things/special', createReplyWith(200, 1))).toBeUndefined();
    expect(validate('GET', '/api/things/1?include=weight', createReplyWith(200, {}))).toBeUndefined();
    expect(validate('GET', '/page', createReplyWith(500, 'oops'))).toBeUndefined();
  });

  it('requires the envelope of every error under /api', () => {
    const error = { error: { code: 'NOT_THERE', message: 'No.' } };
    expect(validate('GET', '/api/elsewhere', createReplyWith(404, error))).toEqual([]);
    expect(validate('GET', '/api/elsewhere', createReplyWith(404, { message: 'No.' }))).toMatchObject([
      { kind: 'envelope' },
    ]);
  });
});

describe('the error envelope', () => {
  it.each([
    ['no JSON', undefined],
    ['no error object', { error: 'NOT_THERE' }],
    ['a code in lower case', { error: { code: 'not_there', message: 'No.' } }],
    ['no message', { error: { code: 'NOT_THERE' } }],
  ])('is not %s', (_, body) => {
    expect(findEnvelopeError(body)).toBeDefined();
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations as contract } from '../rest/index.ts';
import { booleanFlag } from '../rest/response-records.ts';
import { listOperations } from './openapi-types.ts';
import { defineOperation } from './operation-spec.ts';
import { renderOpenApi } from './render-openapi.ts';

const Thing = z.object({ id: z.string() }).meta({ id: 'Thing' });

const operations = {
  listThings: defineOperation({
    route: 'GET /api/things',
    area: 'graphs',
    summary: 'The things',
    query: { q: z.string(), deep: booleanFlag },
    list: true,
    returns: { 200: Thing },
  }),
  putThing: defineOperation({
    route: 'PUT /api/things/{graphId}',
    area: 'graphs',
    summary: 'Write a thing',
    choice: 'C-99',
    body: z.object({ name: z.string() }),
    bodyLimit: 1000,
    needs: 'runtime',
    returns: { 201: Thing },
    errors: ['GRAPH_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  getText: defineOperation({
    route: 'GET /text',
    area: 'meta',
    summary: 'Text',
    tier: 'free',
    returns: { 200: 'text/plain; charset=utf-8' },
  }),
  touch: defineOperation({
    route: 'POST /api/things',
    area: 'graphs',
    summary: 'Touch a thing',
    body: z.object({ name: z.string().optional() }).default({}),
    returns: { 200: Thing },
  }),
};

const document = renderOpenApi(operations, { version: '1.2.3' });
const getOperation = (id: string) =>
  listOperations(document).find(({ operation: { operationId } }) => operationId === id)!.operation;

test('the document is OpenAPI 3.0.1 with the label v1', () => {
  expect(document).toMatchObject({ openapi: '3.0.1', info: { version: 'v1' } });
});

test('an operation has its key as id, its area as tag, and its place in the paths', () => {
  expect(document.paths['/api/things/{graphId}']?.put).toMatchObject({
    operationId: 'putThing',
    tags: ['graphs'],
  });
  expect(getOperation('putThing')['x-choice']).toBe('C-99');
});

test('path parameters have an example, and an edit of a graph takes If-Match', () => {
  expect(getOperation('putThing').parameters).toEqual([
    { name: 'graphId', in: 'path', required: true, schema: { type: 'string' }, example: expect.any(String) },
    { name: 'If-Match', in: 'header', required: false, schema: expect.objectContaining({ type: 'string' }) },
  ]);
});

test('a list has the parameters of its marks and its own, and declares which are required', () => {
  const byName = Object.fromEntries(
    getOperation('listThings').parameters.map((parameter) => [parameter.name, parameter]),
  );
  expect(Object.keys(byName).sort()).toEqual(['deep', 'exclude', 'include', 'limit', 'offset', 'q', 'wrap']);
  expect(byName.q).toMatchObject({ in: 'query', required: true });
  expect(byName.deep).toMatchObject({ required: false, schema: { type: 'boolean', default: false } });
  expect(byName.limit).toMatchObject({ required: false, schema: { type: 'integer', minimum: 0 } });
});

test('a list is returned bare or wrapped, with the total count', () => {
  const { headers, content } = getOperation('listThings').responses['200']!;
  const items = { type: 'array', items: { $ref: '#/components/schemas/Thing' } };
  expect(headers).toMatchObject({ 'X-Total-Count': { required: true } });
  expect(content!['application/json']!.schema.oneOf).toMatchObject([
    items,
    { properties: { items }, required: ['totalCount', 'items'] },
  ]);
});

test('a body is required unless it has a default', () => {
  expect(getOperation('putThing').requestBody?.required).toBe(true);
  expect(getOperation('touch').requestBody?.required).toBe(false);
  expect(getOperation('listThings').requestBody).toBeUndefined();
  expect(
    [getOperation('putThing'), getOperation('touch')].map((operation) => operation['x-body-limit']),
  ).toEqual([1000, 4194304]);
});

test('gated operations need the key in X-API-Key, and free ones nothing', () => {
  expect(getOperation('putThing').security).toEqual([{ apiKey: [] }]);
  expect(getOperation('getText').security).toEqual([]);
  expect(document.components.securitySchemes.apiKey).toEqual({
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
});

test('text is returned under its media type', () => {
  expect(getOperation('getText').responses['200']?.content).toEqual({
    'text/plain': { schema: { type: 'string' } },
  });
});

describe('failures', () => {
  test('are listed under their status, with their codes in words and as data', () => {
    const { responses } = getOperation('putThing');
    expect(Object.keys(responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '412',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
      '504',
    ]);
    expect(responses['404']).toMatchObject({
      'x-error-codes': ['GRAPH_NOT_FOUND', 'PORT_NOT_FOUND'],
      description: expect.stringMatching(/GRAPH_NOT_FOUND.*PORT_NOT_FOUND/),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  });

  test('have the error envelope', () => {
    expect(document.components.schemas.Error).toMatchObject({
      properties: {
        error: { required: ['code', 'message'], properties: { details: { 'x-choice': 'C-09' } } },
      },
      required: ['error'],
    });
  });
});

test('no response of the contract forbids further fields', () => {
  const fullDocument = renderOpenApi(contract, { version: '1.2.3' });
  const responsesByOperation = listOperations(fullDocument).map(({ operation: { responses } }) => responses);
  expect(JSON.stringify([responsesByOperation, fullDocument.components.schemas])).not.toContain(
    '"additionalProperties":false',
  );
});

test('the same contract always renders to the same text', () => {
  const text = () => JSON.stringify(renderOpenApi(contract, { version: '1.2.3' }));
  expect(text()).toBe(text());
});

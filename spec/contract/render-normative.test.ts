import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errors } from '../errors.ts';
import { operations as contract } from '../rest/index.ts';
import { markChoice, markChosenBound, markChosenValues } from './choice-marks.ts';
import { listOperations, type LocatedOperation } from './openapi-types.ts';
import { defineOperation, type OperationSpec } from './operation-spec.ts';
import { renderNormative, statedResponses } from './render-normative.ts';
import { renderOpenApi } from './render-openapi.ts';

const renderProjection = (operations: Readonly<Record<string, OperationSpec>>) =>
  renderNormative(renderOpenApi(operations, { version: '1.2.3' }), errors, {
    ...statedResponses,
    getThing: 'A thing',
  });

const Hidden = z.object({ secret: z.string() }).meta({ id: 'Hidden' });
const Thing = z
  .object({
    id: z.uuid(),
    kind: z.enum(['stated', 'also']),
    type: markChosenValues('C-99', z.enum(['ours', 'alone'])),
    extra: markChoice('C-99', z.int()),
    weight: z.number().optional(),
    part: z.object({ deep: markChoice('C-99', z.string()), kept: z.string() }),
    hidden: markChoice('C-99', z.array(Hidden)),
  })
  .meta({ id: 'Thing' });

const smallDocument = renderProjection({
  getThing: defineOperation({
    route: 'POST /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'A thing',
    query: { mode: markChoice('C-99', z.string().optional()), replace: z.string().optional() },
    fields: true,
    body: z.object({
      name: z.string(),
      tag: markChoice('C-99', z.string()),
      parts: markChosenBound('C-99', 'maxItems', z.array(z.string()).min(1).max(9)),
    }),
    returns: { 200: Thing },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND', 'CYCLIC_CONNECTION', 'DUPLICATE_NAME'],
  }),
  unshown: defineOperation({
    route: 'PUT /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'The response is not shown',
    body: z.object({ name: z.string().optional() }),
    sync: true,
    returns: { 200: Hidden },
  }),
  ours: defineOperation({
    route: 'GET /api/ours',
    area: 'meta',
    summary: 'Ours',
    choice: 'C-99',
    returns: { 200: Hidden },
  }),
});
const [{ operation: shownOperation }, { operation: hiddenOperation }] = listOperations(smallDocument) as [
  LocatedOperation,
  LocatedOperation,
];

test('leaves out a chosen operation and everything that only it refers to', () => {
  expect(Object.keys(smallDocument.paths)).toEqual(['/api/graphs/{graphId}']);
  expect(Object.keys(smallDocument.components.schemas).sort()).toEqual(['Error', 'Thing']);
});

test('lets a chosen property be anything or missing, and keeps what is stated', () => {
  expect(smallDocument.components.schemas.Thing).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      kind: { type: 'string', enum: ['stated', 'also'] },
      type: { type: 'string' },
      extra: {},
      weight: { type: 'number', nullable: true },
      part: { type: 'object', properties: { deep: {}, kept: { type: 'string' } }, required: ['kept'] },
      hidden: {},
    },
    required: ['id', 'kind', 'type', 'part'],
  });
});

test('admits any response that the description does not show, and quotes the words that show one', () => {
  expect(hiddenOperation.responses['2XX']?.content?.['application/json']).toEqual({ schema: {} });
  expect(hiddenOperation.responses['2XX']).not.toHaveProperty('x-stated');
  expect(shownOperation.responses['2XX']).toMatchObject({ 'x-stated': 'A thing' });
  expect(hiddenOperation.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { name: { type: 'string' } },
  });
});

test('requires no more of requests than is stated', () => {
  expect(shownOperation.parameters.map(({ name }) => name)).toEqual(['graphId', 'replace']);
  expect(shownOperation.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { name: { type: 'string' }, tag: {} },
    required: ['name', 'parts'],
  });
  expect(shownOperation).not.toHaveProperty('x-body-limit');
});

test('leaves out a chosen bound, and keeps a stated one', () => {
  expect(shownOperation.requestBody?.content['application/json']?.schema).toHaveProperty('properties.parts', {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
  });
});

test('keeps the failure statuses whose codes the description names', () => {
  expect(
    Object.fromEntries(
      Object.entries(shownOperation.responses).map(([key, value]) => [key, value['x-error-codes']]),
    ),
  ).toEqual({
    '2XX': undefined,
    '400': ['INVALID_REQUEST', 'INVALID_VALUE'],
    '403': ['API_DISABLED'],
    '404': ['GRAPH_NOT_FOUND'],
  });
});

describe('of the contract', () => {
  const document = renderProjection(contract);
  const getOperation = (id: string) =>
    listOperations(document).find(({ operation: { operationId } }) => operationId === id)!.operation;
  const successes = (id: string) =>
    Object.keys(getOperation(id).responses).filter((status) => status.startsWith('2'));

  test('states only two success statuses', () => {
    expect(successes('createConnection')).toEqual(['201']);
    expect(successes('runBatch')).toEqual(['200']);
    expect(successes('createGraph')).toEqual(['2XX']);
    const exact = listOperations(document).filter(({ operation: { responses } }) => !('2XX' in responses));
    expect(exact.map(({ operation: { operationId } }) => operationId).sort()).toEqual([
      'createConnection',
      'runBatch',
    ]);
  });

  test('allows other field names for a connection, and requires the uuid and nodes of a graph', () => {
    expect(document.components.schemas.Connection).not.toHaveProperty('required');
    expect(document.components.schemas.GraphDetail).toMatchObject({
      properties: { id: { format: 'uuid' }, state: {} },
      required: ['id', 'name', 'path', 'nodes'],
    });
  });

  test('shows only responses of existing operations', () => {
    const ids = listOperations(document).map(({ operation: { operationId } }) => operationId);
    expect(Object.keys(statedResponses).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('treats ids as opaque, except the uuid of a graph', () => {
    const schemas = document.components.schemas as Record<string, { properties: Record<string, unknown> }>;
    for (const name of ['Node', 'Port', 'NodeWithGraph']) expect(schemas[name]?.properties.id).toEqual({});
    expect(schemas.GraphDetail?.properties.id).toEqual({ type: 'string', format: 'uuid' });
  });

  test('requires the available options when a note is read, but not when it is updated', () => {
    const getSchema = (id: string) =>
      getOperation(id).responses['2XX']?.content?.['application/json']?.schema;
    expect(getSchema('updateNote')).toMatchObject({ required: ['text', 'font', 'color', 'fontSize'] });
    expect(getSchema('getNote')).toEqual({ $ref: '#/components/schemas/Note' });
    expect(document.components.schemas.Note?.required).toContain('availableFonts');
  });

  test('allows another envelope only for the search', () => {
    expect(
      getOperation('searchNodeTypes').responses['2XX']?.content?.['application/json']?.schema,
    ).toMatchObject({
      anyOf: [{ type: 'array' }, { type: 'object' }],
    });
    expect(
      getOperation('listConnections').responses['2XX']?.content?.['application/json']?.schema,
    ).toMatchObject({
      oneOf: [{ type: 'array' }, { required: ['totalCount', 'items'] }],
    });
  });

  test('allows other field names for a port type', () => {
    const { Port } = document.components.schemas as Record<string, { properties: Record<string, unknown> }>;
    expect(Port!.properties.type).toEqual({ type: 'string' });
  });

  test('keeps include and exclude where the description states them', () => {
    const fieldSelecting = listOperations(document).filter(({ operation: { parameters } }) =>
      parameters.some(({ name }) => name === 'include'),
    );
    expect(fieldSelecting.map(({ operation: { operationId } }) => operationId)).toEqual([
      'listNodeTypes',
      'getCategory',
    ]);
  });

  test('has no marks of choices, and is open to further fields', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('x-choice');
    expect(text).not.toContain('"additionalProperties":false');
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../rest/index.ts';
import { lintDocument, lintGroups, lintOperations } from './testing-lint-contract.ts';
import { defineOperation } from './operation-spec.ts';
import { renderOpenApi } from './render-openapi.ts';
import type { ErrorCode } from '../errors.ts';
import type { OperationSpec } from './operation-spec.ts';

const validOperation = defineOperation({
  route: 'GET /api/graphs/{graphId}',
  area: 'graphs',
  summary: 'One graph',
  returns: { 200: z.object({}) },
});

const withRecord = (overrides: Partial<OperationSpec>): string[] =>
  lintOperations({
    sound: validOperation,
    broken: { ...validOperation, route: 'GET /api/other', ...overrides },
  });

test('the contract and its document have no problems', () => {
  expect(lintOperations(operations)).toEqual([]);
  expect(lintDocument(renderOpenApi(operations, { version: '1.2.3' }))).toEqual([]);
});

test('every edit takes sync, except those that leave the graph unchanged', () => {
  const without = Object.entries(operations).filter(([, spec]) => 'sync' in spec && spec.sync === false);
  expect(without.map(([id]) => id)).toEqual(['saveGraph', 'validateConnection', 'putAssetFile']);
});

describe('finds a broken operation:', () => {
  test.each<[string, Partial<OperationSpec>, RegExp]>([
    ['a route that already exists', { route: 'GET /api/graphs/{graphId}' }, /is the same as that of sound/],
    [
      'the same route with another parameter name',
      { route: 'GET /api/graphs/{id}', area: 'layout' },
      /is the same as that of sound/,
    ],
    [
      'a static route behind a parameter',
      { route: 'GET /api/graphs/recent' },
      /shadowed by GET \/api\/graphs\/\{graphId\}/,
    ],
    [
      'a path parameter without an example',
      { route: 'GET /api/others/{otherId}' },
      /\{otherId\} has no example/,
    ],
    ['a parameter twice in the path', { route: 'GET /api/x/{tag}/{tag}' }, /\{tag\} occurs twice/],
    [
      'a name in both path and query',
      { route: 'GET /api/x/{tag}', query: { tag: z.string() } },
      /tag is in both path and query/,
    ],
    ['an undeclared code', { errors: ['NO_SUCH_CODE' as ErrorCode] }, /NO_SUCH_CODE is not declared/],
    ['a GET with a body', { body: z.object({}) }, /a GET cannot have a body/],
    [
      'an array that is not a list',
      { returns: { 200: z.array(z.string()) } },
      /declare an array response as a list/,
    ],
    [
      'an array among other responses',
      { returns: { 201: z.union([z.object({}), z.array(z.string())]) } },
      /declare an array response as a list/,
    ],
    ['a chosen list that is not a list', { listChoice: 'C-72' }, /only a list can have a listChoice/],
    ['an edit without sync', { route: 'POST /api/other' }, /declare whether it takes sync/],
    ['a read with sync', { sync: true }, /only an edit can take sync/],
    [
      'a command to the runtime with sync',
      { route: 'POST /api/other', needs: 'runtime', sync: true },
      /only an edit can take sync/,
    ],
    ['an operation that returns nothing', { returns: {} }, /declare what it returns/],
  ])('%s', (_, overrides, problem) => {
    expect(withRecord(overrides)).toEqual([expect.stringMatching(problem)]);
  });

  test('finds an operation id that two groups declare', () => {
    expect(lintGroups({ graphs: { sound: validOperation }, nodes: { sound: validOperation } })).toEqual([
      'sound: declared in graphs and nodes',
    ]);
    expect(lintGroups({ graphs: { one: validOperation }, nodes: { two: validOperation } })).toEqual([]);
  });

  test('finds a document whose path parameters and paths disagree', () => {
    const { paths } = renderOpenApi({ sound: validOperation }, { version: '1.2.3' });
    const moved = { '/api/graphs/{id}': paths['/api/graphs/{graphId}']! };
    expect(lintDocument({ paths: moved })).toEqual([
      'sound: {id} is not declared',
      'sound: graphId is not in the path',
    ]);
    expect(
      lintDocument({ paths: { ...paths, '/api/copies/{graphId}': paths['/api/graphs/{graphId}']! } }),
    ).toEqual(['sound: operationId is not unique']);
  });
});

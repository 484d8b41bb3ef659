import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../rest/index.ts';
import { lintDocument, lintGroups, lintOperations } from './lint-contract.ts';
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

const withRecord = (broken: Partial<OperationSpec>): string[] =>
  lintOperations({
    sound: validOperation,
    broken: { ...validOperation, route: 'GET /api/other', ...broken },
  });

test('the contract is free of faults, and so is the document that follows from it', () => {
  expect(lintOperations(operations)).toEqual([]);
  expect(lintDocument(renderOpenApi(operations, { version: '1.2.3' }))).toEqual([]);
});

test('every edit takes sync, but for those that leave the graph as it is', () => {
  const without = Object.entries(operations).filter(([, spec]) => 'sync' in spec && spec.sync === false);
  expect(without.map(([id]) => id)).toEqual(['saveGraph', 'validateConnection']);
});

describe('a broken record is found:', () => {
  test.each<[string, Partial<OperationSpec>, RegExp]>([
    ['a route that exists already', { route: 'GET /api/graphs/{graphId}' }, /is that of sound/],
    [
      'the same route with another parameter name',
      { route: 'GET /api/graphs/{id}', area: 'layout' },
      /is that of sound/,
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
    ['a parameter twice in the path', { route: 'GET /api/x/{tag}/{tag}' }, /\{tag\} stands twice/],
    [
      'a name in path and query',
      { route: 'GET /api/x/{tag}', query: { tag: z.string() } },
      /tag is in path and query/,
    ],
    ['an undeclared code', { errors: ['NO_SUCH_CODE' as ErrorCode] }, /NO_SUCH_CODE is not declared/],
    ['a GET with a body', { body: z.object({}) }, /a GET has no body/],
    ['an array that is no list', { returns: { 200: z.array(z.string()) } }, /is an array is a list/],
    [
      'an array among other answers',
      { returns: { 201: z.union([z.object({}), z.array(z.string())]) } },
      /is an array is a list/,
    ],
    ['a list by choice that is none', { listChoice: 'C-72' }, /only a list is one by choice/],
    ['an edit that forgets sync', { route: 'POST /api/other' }, /says whether it takes sync/],
    ['a read that takes sync', { sync: true }, /only an edit takes sync/],
    [
      'a command to the runtime that takes sync',
      { route: 'POST /api/other', needs: 'runtime', sync: true },
      /only an edit takes sync/,
    ],
    ['an operation that returns nothing', { returns: {} }, /nothing is returned/],
  ])('%s', (_, broken, complaint) => {
    expect(withRecord(broken)).toEqual([expect.stringMatching(complaint)]);
  });

  test('an operation id that two groups declare', () => {
    expect(lintGroups({ graphs: { sound: validOperation }, nodes: { sound: validOperation } })).toEqual([
      'sound: declared in graphs and nodes',
    ]);
    expect(lintGroups({ graphs: { one: validOperation }, nodes: { two: validOperation } })).toEqual([]);
  });

  test('a document whose path parameters and paths disagree', () => {
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

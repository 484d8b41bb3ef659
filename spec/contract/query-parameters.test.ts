import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineOperation } from './operation-spec.ts';
import { getQueryShape } from './query-parameters.ts';

const baseOperation = defineOperation({
  route: 'GET /api/x',
  area: 'meta',
  summary: 'X',
  returns: { 200: z.object({}) },
});
const listOperation = z.object(getQueryShape({ ...baseOperation, list: true }));

test('parses list parameters into numbers, booleans and names', () => {
  expect(
    listOperation.parse({ limit: '2', offset: '4', wrap: 'true', include: 'id, name,', exclude: 'path' }),
  ).toEqual({
    limit: 2,
    offset: 4,
    wrap: true,
    include: ['id', 'name'],
    exclude: ['path'],
  });
  expect(listOperation.parse({})).toEqual({ offset: 0, wrap: false });
});

test.each([
  { limit: '-1' },
  { limit: '1.5' },
  { limit: 'all' },
  { limit: '' },
  { offset: '-1' },
  { wrap: 'yes' },
])('rejects %j', (query) => expect(listOperation.safeParse(query).success).toBe(false));

test('adds the parameters of each mark to those of the operation', () => {
  expect(Object.keys(getQueryShape({ ...baseOperation, sync: true }))).toEqual(['sync']);
  expect(Object.keys(getQueryShape({ ...baseOperation, fields: true, query: { q: z.string() } }))).toEqual([
    'include',
    'exclude',
    'q',
  ]);
  expect(getQueryShape(baseOperation)).toEqual({});
});

import { expect, test } from 'vitest';
import * as z from 'zod';
import { operation } from './operation.ts';
import { queryShapeOf } from './query.ts';

const base = operation({ route: 'GET /api/x', area: 'meta', summary: 'X', returns: { 200: z.object({}) } });
const list = z.object(queryShapeOf({ ...base, list: true }));

test('list parameters arrive as text and leave as numbers, booleans and names', () => {
  expect(
    list.parse({ limit: '2', offset: '4', wrap: 'true', include: 'id, name,', exclude: 'path' }),
  ).toEqual({
    limit: 2,
    offset: 4,
    wrap: true,
    include: ['id', 'name'],
    exclude: ['path'],
  });
  expect(list.parse({})).toEqual({ offset: 0, wrap: false });
});

test.each([
  { limit: '-1' },
  { limit: '1.5' },
  { limit: 'all' },
  { limit: '' },
  { offset: '-1' },
  { wrap: 'yes' },
])('%j is refused', (query) => expect(list.safeParse(query).success).toBe(false));

test('each mark brings its own parameters, and an operation may add to them', () => {
  expect(Object.keys(queryShapeOf({ ...base, sync: true }))).toEqual(['sync']);
  expect(Object.keys(queryShapeOf({ ...base, fields: true, query: { q: z.string() } }))).toEqual([
    'include',
    'exclude',
    'q',
  ]);
  expect(queryShapeOf(base)).toEqual({});
});

import { expect, test } from 'vitest';
import * as z from 'zod';
import { listErrorCodes, groupErrorCodesByStatus } from './operation-error-codes.ts';
import { defineOperation } from './operation-spec.ts';

const minimal = defineOperation({
  route: 'GET /api/thing',
  area: 'meta',
  summary: 'A thing',
  tier: 'free',
  returns: { 200: z.object({}) },
});

test('a free operation without marks has only the errors of every call', () => {
  expect(listErrorCodes(minimal)).toEqual(['ORIGIN_FORBIDDEN', 'INTERNAL_ERROR']);
});

test('a gated operation adds the errors of token, switch, allow-list and rate limit', () => {
  const { tier: _, ...gated } = minimal;
  const added = listErrorCodes(gated).filter((code) => !listErrorCodes(minimal).includes(code));
  expect(added).toEqual(['UNAUTHORIZED', 'API_DISABLED', 'CLIENT_NOT_ALLOWED', 'RATE_LIMITED']);
});

test.each([
  ['needs', { needs: 'runtime' }, [422, 503, 504]],
  ['sync', { sync: true }, [400, 422, 503, 504]],
  ['body', { body: z.object({}) }, [400, 413, 415]],
  ['list', { list: true }, [400]],
  ['fields', { fields: true }, []],
  ['query', { query: { q: z.string() } }, [400]],
  ['a query that takes any text', { query: { q: z.string().optional() } }, []],
  ['errors', { errors: ['GRAPH_NOT_FOUND'] }, [404]],
  [
    'runtimeErrors',
    { runtimeErrors: ['OBJECT_NOT_FOUND', 'ASSET_NOT_FOUND', 'LAYER_OCCUPIED'] },
    [404, 409, 422],
  ],
] as const)('the mark %s adds its statuses', (_, mark, statuses) => {
  const added = [...groupErrorCodesByStatus({ ...minimal, ...mark }).keys()].filter(
    (status) => status !== 403 && status !== 500,
  );
  expect(added).toEqual(statuses);
});

test('a code that is both declared and implied is listed once, under its status', () => {
  const once = { ...minimal, body: z.object({}), errors: ['INVALID_VALUE', 'INVALID_REQUEST'] } as const;
  expect(groupErrorCodesByStatus(once).get(400)).toEqual(['INVALID_REQUEST', 'INVALID_VALUE']);
});

test('a strict service rejects a query and a body that an operation does not take', () => {
  expect(groupErrorCodesByStatus(minimal, { strict: true }).get(400)).toEqual([
    'INVALID_REQUEST',
    'INVALID_QUERY',
  ]);
  expect(groupErrorCodesByStatus(minimal).has(400)).toBe(false);
});

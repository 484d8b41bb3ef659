import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { booleanFlag } from '../rest/response-records.ts';
import { defineOperation } from './operation-spec.ts';
import { renderTypes } from './render-client-types.ts';
import { schemaToType } from './schema-to-typescript.ts';

const Box = z.object({ id: z.string().describe('Its id'), size: z.int().optional() }).meta({ id: 'Box' });

const contract = {
  operations: {
    listBoxes: defineOperation({
      route: 'GET /boxes/{shelf}',
      area: 'graphs',
      summary: 'All boxes',
      query: { open: booleanFlag, above: z.coerce.number() },
      list: true,
      returns: { 200: Box },
    }),
    readText: defineOperation({
      route: 'GET /text',
      area: 'graphs',
      summary: 'A text',
      returns: { 200: 'text/plain', 201: z.literal(true) },
    }),
  },
  actions: {
    box: {
      'lid.open': {
        summary: 'Open it',
        parameters: z.object({ box: z.string().default('any') }),
        result: z.object({ was: z.enum(['open', 'shut']).nullable() }),
      },
    },
  },
  events: {
    'box.opened': { summary: 'It is open', data: Box, example: { seq: 1, tick: 1, time: 0, data: {} } },
  },
  hub: {
    Open: {
      direction: 'client-to-server',
      summary: 'Open',
      description: 'Opens it',
      args: z.object({ box: z.string() }),
      result: Box,
    },
  },
  errors: { SHUT: {}, LOST: {} },
} as const;

describe('the printed types', () => {
  const text = renderTypes(contract);

  test.each([
    ['a route with its summary', "/** All boxes */\n  'GET /boxes/{shelf}': {"],
    ['parameters of the path', 'params: {\n        shelf: string;'],
    ['flags as booleans', 'open?: boolean;'],
    ['the query parameters of a mark', 'offset?: number;'],
    ['numbers that are sent as text', 'above: number;'],
    ['lists bare and as a page', 'answer: Box[] | {\n      totalCount: number;\n      items: Box[];'],
    ['texts', "'GET /text': {\n    input: {};\n    answer: string | true;"],
    ['actions by their full name', "'box.lid.open': {\n    parameters: {\n      box?: string;"],
    ['results', "was: 'open' | 'shut' | null;"],
    ['events by their type', "/** It is open */\n  'box.opened': Box;"],
    ['hub methods', 'Open: {\n    args: {\n      box: string;\n    };\n    result: Box;'],
    ['error codes', "export type ErrorCode =\n  | 'SHUT'\n  | 'LOST';"],
    ['named records', 'export interface Box {\n  /** Its id */\n  id: string;\n  size?: number;\n}'],
  ])('hold %s', (_, part) => {
    expect(text).toContain(part);
  });

  it('require the query if one of its parameters is required', () => {
    expect(text).toContain('query: {');
    expect(text).not.toContain('query?: {');
  });
});

describe('a schema', () => {
  test.each([
    [{}, 'unknown'],
    [{ description: 'whatever', 'x-choice': 'C-1' }, 'unknown'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: { enum: ['a', "b'"] } }, `('a' | "b'")[]`],
    [{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }, '[number, number]'],
    [{ allOf: [{ $ref: '#/components/schemas/Box' }], description: 'one' }, 'Box'],
    [{ type: 'object' }, 'Record<string, never>'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [
      { type: 'object', properties: { 'a-b': {} }, required: ['a-b'], additionalProperties: {} },
      "{\n  'a-b': unknown;\n  [key: string]: unknown;\n}",
    ],
  ])('prints %j as %s', (schema, type) => {
    expect(schemaToType(schema)).toBe(type);
  });

  test.each([{ not: {} }, { type: 'date' }])('rejects %j instead of guessing', (schema) => {
    expect(() => schemaToType(schema)).toThrow('No TypeScript type is known');
  });
});

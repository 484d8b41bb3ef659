import { expect, it } from 'vitest';
import { renderSchemaTable } from './render-schema-table.ts';

const readCells = (schema: Readonly<Record<string, unknown>>): string[] =>
  [
    ...renderSchemaTable(schema, 'Test').text.matchAll(
      /<tr><th[^>]*class="([^"]+)"><code>([^<]*).*?<\/tr>/gs,
    ),
  ].map(([row, depth, name]) => `${depth} ${name}: ${row.replace(/^.*?<td>/s, '').replace(/<[^>]+>/g, ' ')}`);

it('shows fields with nested fields, types and whether they are required', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', minLength: 1 },
      items: {
        type: 'array',
        items: { type: 'object', properties: { deep: { $ref: '#/components/schemas/X' } } },
      },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      both: { allOf: [{ type: 'string' }, { $ref: '#/components/schemas/X' }] },
    },
    additionalProperties: { type: 'number' },
  };
  const rows = readCells(schema).map((row) => row.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual([
    'depth-0 id: string yes length at least 1',
    'depth-0 items: list of object',
    'depth-1 deep: X',
    'depth-0 either: string or null',
    'depth-0 both: string and X',
    'depth-0 any other name: number',
  ]);
});

it('shows the arguments of a method by position', () => {
  const rows = readCells({
    type: 'array',
    items: [{ title: 'patterns', type: 'array' }, { type: 'string' }],
    minItems: 1,
  });
  expect(rows.map((row) => row.replace(/\s+/g, ' ').trim())).toEqual([
    'depth-0 patterns: list yes',
    'depth-0 [1]: string',
  ]);
});

it('escapes names, descriptions and values', () => {
  const { text } = renderSchemaTable(
    { type: 'object', properties: { '<b>': { description: '<i>', enum: ['<u>'], default: '"<s>' } } },
    '"<label>',
  );
  expect(text).not.toMatch(/<(b|i|u|s|label)>/);
  expect(text).toContain('&lt;b&gt;');
});

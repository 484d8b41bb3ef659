import { describe, expect, it } from 'vitest';
import { createFields } from '../undocumented-fields.ts';
import { parseVectorComponents } from './parse-values.ts';
import { compileExpression } from './jsonata-expression.ts';
import { createFieldSource } from './field-source.ts';

const createTestFields = (paths: Readonly<Record<string, string>> = {}) =>
  createFields(createFieldSource({ paths }).createLookup({ requirements: [] }), () => undefined);

describe('an expression', () => {
  it.each<[string, unknown, unknown]>([
    ['label', { label: 'A' }, 'A'],
    ['value.0.raw-text', { value: [{ 'raw-text': 7 }] }, 7],
    ['$', 'bare', 'bare'],
    ["verdict = 'fine'", { verdict: 'fine' }, true],
    ['(ends.port)[0]', { ends: [{ port: 1 }, { port: 2 }] }, 1],
    ['nowhere.at.all', { at: 1 }, undefined],
    ["$substringBefore(ends, '>')", { ends: 'a>b' }, 'a'],
  ])('%s', (text, record, expected) => {
    expect(compileExpression(text)(record)).toEqual(expected);
  });

  it('sees its context, even if the record has a field of that name', () => {
    const context = { node: { inputs: [1, 2] } };
    expect(compileExpression("id in node.inputs ? 'input' : 'output'")({ id: 2 }, context)).toBe('input');
    expect(compileExpression("id in $node.inputs ? 'input' : 'output'")({ id: 3, node: 7 }, context)).toBe(
      'output',
    );
  });

  it('says where it does not parse', () => {
    expect(() => compileExpression('a ? (')).toThrow(/character/);
  });

  it('finds nothing if its evaluation fails', () => {
    expect(compileExpression('$sum(name)')({ name: 'text' })).toBeUndefined();
  });
});

describe('a vector or a color is read', () => {
  it.each<[string, unknown, readonly number[] | undefined]>([
    ['Vector3', [1, 2, 3], [1, 2, 3]],
    ['Vector3', { Z: 3, Y: 2, X: 1 }, [1, 2, 3]],
    ['Vector3', { vector: { x: 1, y: 2, z: 3 } }, [1, 2, 3]],
    [
      'Vector3',
      [
        { axis: 'z', value: 3 },
        { axis: 'x', value: 1 },
        { axis: 'y', value: 2 },
      ],
      [1, 2, 3],
    ],
    ['Vector3', '1,2.5,-3', [1, 2.5, -3]],
    ['Vector3', '(1.0, 2.0, 3e-2)', [1, 2, 0.03]],
    ['Vector3', '1 2 3', [1, 2, 3]],
    ['Vector3', '[1, 2, 3]', [1, 2, 3]],
    ['Vector3', '{"x":1,"y":2,"z":3}', [1, 2, 3]],
    ['Vector3', 'x=1 y=2 z=3', [1, 2, 3]],
    ['Color', '#ff000080', [1, 0, 0, 128 / 255]],
    ['Color', '#f00', [1, 0, 0, 1]],
    ['Color', 'rgba(1, 0, 0.5, 1)', [1, 0, 0.5, 1]],
    ['Color', { red: 1, green: 0, blue: 0, alpha: 0.5 }, [1, 0, 0, 0.5]],
    ['Color', { r: 1, g: 0, b: 0 }, undefined],
    ['Color', [1, 0, 0], undefined],
    ['Vector3', [1, 2], undefined],
    ['Vector3', 'no vector', undefined],
    ['Vector3', { x: 1, y: 'two', z: 3 }, undefined],
    ['Vector3', 7, undefined],
    ['Color', ['r', 'g', 'b'], undefined],
    ['Color', '#12345', undefined],
  ])('%s %j', (type, value, expected) => {
    expect(parseVectorComponents(type, value)).toEqual(expected);
  });

  it('by an expression of the manifest', () => {
    const fields = createTestFields({ 'vector.components': 'axes.[east, up, north]' });
    expect(fields.components('Vector3', { axes: { north: 3, east: 1, up: 2 } })).toEqual([1, 2, 3]);
  });
});

describe('the ends of a connection are found by the ports', () => {
  const directions = { outputs: new Set([11, 12]), inputs: new Set([21, 22]) };
  it.each([
    ['flat', { id: 5, from: 12, to: 21 }],
    ['nested', { id: 21, source: { node_id: 11, port_id: 12 }, target: { node_id: 22, port_id: 21 } }],
    ['as texts', { id: 'w', from: '11x/12', to: '8/21' }],
    ['as one text', { id: 'w', ends: '3:12 -> 4:21' }],
  ])('%s', (_, connection) => {
    expect(createTestFields().ends(connection, directions)).toEqual({ output: 12, input: 21 });
  });

  it('by an expression of the manifest', () => {
    const fields = createTestFields({
      'connection.output': "$number($split(ends, '-')[0])",
      'connection.input': "$number($split(ends, '-')[1])",
    });
    expect(fields.ends({ ends: '12-21', about: [11, 22] }, directions)).toEqual({ output: 12, input: 21 });
  });
});

describe('categories of node types', () => {
  it.each<[string, unknown]>([
    [
      'records with records',
      [{ name: 'Math', count: 2, nodes: [{ enumValue: 'Add' }, { enumValue: 'Max' }] }],
    ],
    ['records with enum values', { items: [{ category: 'Math', nodeTypes: ['Add', 'Max'] }] }],
    ['records with maps', [{ name: 'Math', nodes: { Add: { name: 'Add' }, Max: { name: 'Max' } } }]],
    ['a map by name', { Math: ['Add', 'Max'] }],
    ['a map of records', { Math: { nodeCount: 2, nodes: ['Add', 'Max'] } }],
  ])('%s', (_, body) => {
    expect(createTestFields().categories(body)).toMatchObject([{ name: 'Math', enumValues: ['Add', 'Max'] }]);
  });

  it('names alone', () => {
    expect(createTestFields().categories(['Math', 'Text'])).toMatchObject([
      { name: 'Math' },
      { name: 'Text' },
    ]);
  });
});

it.each<[string, unknown]>([
  ['texts', ['Float', 'Color']],
  ['records', [{ name: 'Float' }, { name: 'Color' }]],
  ['a map', { Float: {}, Color: {} }],
])('the names of types: %s', (_, listed) => {
  expect(createTestFields().names(listed)).toEqual(['Float', 'Color']);
});

it.each<[string, unknown]>([
  ['a list of records', [{ name: 'In' }, { name: 'Out' }]],
  ['a list of texts', ['In', 'Out']],
  ['a map of types', { In: 'Trigger', Out: 'Trigger' }],
  ['two lists', { inputs: [{ name: 'In', type: 'Trigger' }], outputs: [{ name: 'Out', type: 'Trigger' }] }],
  ['two maps', { inputs: { In: 'Trigger' }, outputs: { Out: { type: 'Trigger' } } }],
])('the port names of a node type: %s', (_, ports) => {
  expect(createTestFields().portNames({ enumValue: 'Log', ports })).toEqual(['In', 'Out']);
});

it('a node without ports has none, and no other list is taken for them', () => {
  const fields = createTestFields();
  expect(fields.ports({ id: 1, inputs: [], outputs: [] })).toEqual([]);
  expect(fields.ports({ id: 1 })).toBeUndefined();
});

it.each<[unknown, boolean | undefined]>([
  [{ valid: true }, true],
  [{ verdict: 'compatible' }, true],
  [{ verdict: 'incompatible' }, false],
  [{ valid: [], isValid: false }, false],
  [{ verdict: 'blue' }, undefined],
  [true, true],
])('a verdict of %j', (body, expected) => {
  expect(createTestFields().truth(body, 'validation.valid')).toBe(expected);
});

it('options are identified by their index', () => {
  const options = [
    { index: 1, label: 'B' },
    { index: 0, label: 'A' },
  ];
  expect(createTestFields().options({ options })).toEqual([
    { label: 'B', index: 1 },
    { label: 'A', index: 0 },
  ]);
  expect(createTestFields().options({ 1: 'B', 0: 'A' })).toEqual([
    { label: 'A', index: 0 },
    { label: 'B', index: 1 },
  ]);
});

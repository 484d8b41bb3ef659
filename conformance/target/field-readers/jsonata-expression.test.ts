import { expect, it } from 'vitest';
import { compileExpression } from './jsonata-expression.ts';

it.each([
  ['value', { value: 7 }, 7],
  ['value', { value: null }, null],
  ['value', { other: 7 }, undefined],
  ['value', [{ value: 1 }, { other: 2 }, { value: 3 }], [1, 3]],
  ['node', { value: 7 }, { id: 'n' }],
  ['node', { node: 'own' }, 'own'],
  ['value.0.raw-text', { value: [{ 'raw-text': 'x' }] }, 'x'],
  ['ports.name', { ports: [{ name: 'In' }, { name: 'Out' }] }, ['In', 'Out']],
  ['$exists(value)', {}, false],
  ['true', {}, true],
])('%s of %j is %j', (text, record, expected) => {
  expect(compileExpression(text)(record, { node: { id: 'n' } })).toEqual(expected);
});

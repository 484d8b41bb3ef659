import { expect, it } from 'vitest';
import { isId, pathTo } from './id.ts';

it('puts ids of any kind into a path as one segment each', () => {
  expect(pathTo`/api/graphs/${'a/b:c'}/nodes/${12}/note`).toBe('/api/graphs/a%2Fb%3Ac/nodes/12/note');
  expect(pathTo`/api/graphs`).toBe('/api/graphs');
});

it.each([
  ['a', true],
  [0, true],
  ['', false],
  [null, false],
  [{ id: 1 }, false],
])('tells that %j is an id: %s', (value, expected) => {
  expect(isId(value)).toBe(expected);
});

import { expect, it } from 'vitest';
import { alike, inOrder } from './components.ts';
import type { LabPort } from '../lab/palette.ts';

const port = (name: string): LabPort => ({ id: name, name, type: 'Float', direction: 'input', record: {} });

it.each([
  ['Vector3', ['Position Z', 'Position X', 'Position Y'], ['Position X', 'Position Y', 'Position Z']],
  ['Color', ['a', 'b', 'g', 'r'], ['r', 'g', 'b', 'a']],
  ['Vector3', ['first', 'second', 'third'], ['first', 'second', 'third']],
  ['Vector3', ['x', 'y'], ['x', 'y']],
])('the sub-ports of a %s that are called %j stand for its components as %j', (type, given, ordered) => {
  expect(inOrder(type, given.map(port)).map(({ name }) => name)).toEqual(ordered);
});

it('components are alike within eight bits a channel', () => {
  expect(alike([0.5, 1], [0.502, 1])).toBe(true);
  expect(alike([0.5, 1], [0.504, 1])).toBe(false);
  expect(alike([0.5], [0.5, 1])).toBe(false);
  expect(alike(undefined, [])).toBe(false);
});

import { expect, it } from 'vitest';
import { areClose, sortSubPorts } from './sample-values.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

const createPort = (name: string): TargetPort => ({
  id: name,
  name,
  type: 'Float',
  direction: 'input',
  record: {},
});

it.each([
  ['Vector3', ['Position Z', 'Position X', 'Position Y'], ['Position X', 'Position Y', 'Position Z']],
  ['Color', ['a', 'b', 'g', 'r'], ['r', 'g', 'b', 'a']],
  [
    'Color',
    ['A of Bar', 'B of Bar', 'G of Bar', 'R of Bar'],
    ['R of Bar', 'G of Bar', 'B of Bar', 'A of Bar'],
  ],
  ['Vector3', ['first', 'second', 'third'], undefined],
  ['Vector3', ['x', 'y'], undefined],
])('the sub-ports of a %s that are named %j are its components as %j', (type, names, ordered) => {
  expect(sortSubPorts(type, names.map(createPort))?.map(({ name }) => name)).toEqual(ordered);
});

it('components are equal within eight bits per channel', () => {
  expect(areClose([0.5, 1], [0.502, 1])).toBe(true);
  expect(areClose([0.5, 1], [0.504, 1])).toBe(false);
  expect(areClose([0.5], [0.5, 1])).toBe(false);
  expect(areClose(undefined, [])).toBe(false);
});

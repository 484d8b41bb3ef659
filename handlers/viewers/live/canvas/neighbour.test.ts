import { expect, it } from 'vitest';
import { neighbourOf } from './neighbour.ts';
import type { GraphDetail } from '../graphs/graph-facts.ts';

const at = (id: string, locationX: number, locationY: number) => ({ id, locationX, locationY });
const graph = {
  nodes: [
    at('left', 0, 0),
    at('middle', 200, 10),
    at('right', 400, 0),
    at('below', 210, 300),
    at('far', 230, 900),
  ],
} as unknown as GraphDetail;

it.each([
  ['middle', 'right', 'right'],
  ['middle', 'left', 'left'],
  ['middle', 'down', 'below'],
  ['far', 'up', 'below'],
  ['left', 'right', 'middle'],
] as const)('from %s the next to the %s is %s', (from, way, next) => {
  expect(neighbourOf(graph, from, way)).toBe(next);
});

it('there is none beyond the last one, and the first one when there is none to go from', () => {
  expect(neighbourOf(graph, 'right', 'right')).toBeUndefined();
  expect(neighbourOf(graph, undefined, 'up')).toBe('left');
});

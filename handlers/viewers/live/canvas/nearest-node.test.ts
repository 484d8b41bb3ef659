import { expect, it } from 'vitest';
import { findNearestNode } from './nearest-node.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';

const createNode = (id: string, locationX: number, locationY: number) => ({ id, locationX, locationY });
const graph = {
  nodes: [
    createNode('left', 0, 0),
    createNode('middle', 200, 10),
    createNode('right', 400, 0),
    createNode('below', 210, 300),
    createNode('far', 230, 900),
  ],
} as unknown as GraphDetail;

it.each([
  ['middle', 'right', 'right'],
  ['middle', 'left', 'left'],
  ['middle', 'down', 'below'],
  ['far', 'up', 'below'],
  ['left', 'right', 'middle'],
] as const)('from %s, the next node to the %s is %s', (from, direction, next) => {
  expect(findNearestNode(graph, from, direction)).toBe(next);
});

it('returns nothing beyond the last node, and the first node without a start', () => {
  expect(findNearestNode(graph, 'right', 'right')).toBeUndefined();
  expect(findNearestNode(graph, undefined, 'up')).toBe('left');
});

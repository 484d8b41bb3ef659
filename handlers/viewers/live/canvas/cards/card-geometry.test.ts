import { expect, it } from 'vitest';
import { getCardHeight, getHandlePositions, layOutPortRows } from './card-geometry.ts';
import type { PortRecord } from '../../graphs/graph-types.ts';

const createPort = (
  direction: PortRecord['direction'],
  name: string,
  type: PortRecord['type'],
): PortRecord => ({
  ...{ id: `${direction} ${name}`, nodeId: 'node', direction, name, type },
});
const ports = [
  createPort('input', 'In', 'Trigger'),
  createPort('input', 'Object', 'String'),
  createPort('output', 'Out', 'Trigger'),
  createPort('output', 'Result', 'Float'),
];

it('places outputs beside the leading triggers of the inputs, and all other ports in rows of their own', () => {
  expect(layOutPortRows(ports).map((row) => row.map((port) => port?.name))).toEqual([
    ['In', 'Out'],
    ['Object', undefined],
    ['Result'],
  ]);
});

it('connections end at the edges of a card, at the middle of a row', () => {
  const positions = getHandlePositions(ports).map(({ id, x, y, width = 0, height = 0 }) => [
    ...[id, x + width / 2, y + height / 2],
  ]);
  expect(positions).toEqual([
    ['input In', 1, 38],
    ['output Out', 183, 38],
    ['input Object', 1, 60],
    ['output Result', 183, 82],
  ]);
  expect(getCardHeight(ports)).toBe(98);
});

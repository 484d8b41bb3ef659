import { expect, it } from 'vitest';
import { cardHeight, handlesOf, rowsOf } from './geometry.ts';
import type { PortFacts } from '../../graphs/graph-facts.ts';

const port = (direction: PortFacts['direction'], name: string, type: PortFacts['type']): PortFacts => ({
  ...{ id: `${direction} ${name}`, nodeId: 'node', direction, name, type },
});
const ports = [
  port('input', 'In', 'Trigger'),
  port('input', 'Object', 'String'),
  port('output', 'Out', 'Trigger'),
  port('output', 'Result', 'Float'),
];

it('an output stands beside the trigger that the inputs begin with, and all others have rows of their own', () => {
  expect(rowsOf(ports).map((row) => row.map((one) => one?.name))).toEqual([
    ['In', 'Out'],
    ['Object', undefined],
    ['Result'],
  ]);
});

it('wires end at the edges of a card, each in the middle of a row', () => {
  const places = handlesOf(ports).map(({ id, x, y, width = 0, height = 0 }) => [
    ...[id, x + width / 2, y + height / 2],
  ]);
  expect(places).toEqual([
    ['input In', 1, 38],
    ['output Out', 183, 38],
    ['input Object', 1, 60],
    ['output Result', 183, 82],
  ]);
  expect(cardHeight(ports)).toBe(98);
});
